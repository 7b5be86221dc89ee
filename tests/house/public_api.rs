//! The public API, as a list that shows every change of it: `docs/public-api.txt`, made from the sources.
//! `PUBLIC_API=overwrite cargo test --test house public_api` writes it anew.
//!
//! The list has everything that can be named from outside: items of public modules, and items that a
//! `pub use` brings out of private ones, with their public fields and functions and the traits that are
//! implemented for them. What macros make is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{
    Attribute, Expr, Fields, ImplItem, Item, ItemImpl, Meta, Type, UseTree, Visibility, parse_quote,
};

/// The names from the crate's root to a module or an item.
type Names = Vec<String>;

#[test]
fn the_public_api_is_the_one_that_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Sources::default();
    sources.read(Vec::new(), &root.join("src/lib.rs"), &root.join("src"));
    let list = sources.list();
    let path = root.join("docs/public-api.txt");
    if std::env::var("PUBLIC_API").as_deref() == Ok("overwrite") {
        fs::write(&path, &list).unwrap();
    }
    let listed = fs::read_to_string(&path).unwrap_or_default();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    let (new, old) = (lines(&list), lines(&listed));
    assert!(
        list == listed,
        "the public API has changed; PUBLIC_API=overwrite writes docs/public-api.txt anew\n\
         added: {:#?}\nremoved: {:#?}",
        new.difference(&old).collect::<Vec<_>>(),
        old.difference(&new).collect::<Vec<_>>(),
    );
}

/// The modules of the crate and what stands in them.
#[derive(Default)]
struct Sources {
    modules: BTreeMap<Names, Module>,
}

#[derive(Default)]
struct Module {
    items: Vec<Item>,
    /// The modules in it, and whether they are public.
    children: BTreeMap<String, bool>,
}

impl Sources {
    /// Reads a file and the files of the modules that it declares; `folder` is where these are.
    fn read(&mut self, names: Names, file: &Path, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        self.take(names, parsed.items, file, folder);
    }

    fn take(&mut self, names: Names, items: Vec<Item>, file: &Path, folder: &Path) {
        let mut module = Module::default();
        for item in items {
            if is_for_tests(attributes(&item)) {
                continue;
            }
            let Item::Mod(child) = item else {
                module.items.push(item);
                continue;
            };
            let name = child.ident.to_string();
            module.children.insert(name.clone(), is_public(&child.vis));
            let names: Names = names.iter().cloned().chain([name.clone()]).collect();
            if let Some((_, items)) = child.content {
                self.take(names, items, file, &folder.join(&name));
                continue;
            }
            // A path is relative to the folder of the file that has the declaration.
            let given = path_attribute(&child.attrs).map(|path| file.parent().unwrap().join(path));
            let beside = folder.join(format!("{name}.rs"));
            let file = given.unwrap_or_else(|| match beside.exists() {
                true => beside,
                false => folder.join(&name).join("mod.rs"),
            });
            let folder = folder_of_modules(&file);
            self.read(names, &file, &folder);
        }
        self.modules.insert(names, module);
    }

    fn list(&self) -> String {
        let mut list = String::from(
            "The public API of movetext, made by tests/house/public_api.rs. A function of a trait that ends in\n\
             `{}` has a default.\n",
        );
        // Items that are brought out of private modules are listed where they first come out.
        let mut listed = BTreeSet::new();
        for (names, module) in &self.modules {
            if !self.is_reachable(names) {
                continue;
            }
            let mut lines = Vec::new();
            for item in &module.items {
                match item {
                    Item::Use(item) if is_public(&item.vis) => {
                        for (alias, path) in uses(&item.tree) {
                            self.list_use(names, &alias, &path, &mut listed, &mut lines);
                        }
                    }
                    _ => self.list_item(names, item, &mut lines),
                }
            }
            let path: Vec<_> = ["movetext"]
                .into_iter()
                .chain(names.iter().map(|n| n.as_str()))
                .collect();
            let _ = write!(list, "\n== {} ==\n", path.join("::"));
            for line in lines {
                let _ = writeln!(list, "{line}");
            }
        }
        list
    }

    fn is_reachable(&self, names: &[String]) -> bool {
        (0..names.len()).all(|depth| {
            let parent = self.modules.get(&names[..depth]);
            parent.is_some_and(|parent| parent.children.get(&names[depth]) == Some(&true))
        })
    }

    /// An item that a `pub use` brings out: as a line if it can be named elsewhere, else as a whole.
    fn list_use(
        &self,
        names: &[String],
        alias: &str,
        path: &[String],
        listed: &mut BTreeSet<Names>,
        lines: &mut Vec<String>,
    ) {
        let target = self.resolve(names, path, 0);
        let known = target.filter(|target| self.find(target).is_some());
        match known {
            Some(target)
                if !self.is_reachable(&target[..target.len() - 1])
                    && listed.insert(target.clone()) =>
            {
                let (module, item) = (&target[..target.len() - 1], target.last().unwrap());
                if alias != item {
                    lines.push(format!("pub use {} as {alias}", path.join("::")));
                }
                self.list_item(module, self.find(&target).unwrap(), lines);
            }
            _ if path.last().is_some_and(|last| last == alias) => {
                lines.push(format!("pub use {}", path.join("::")));
            }
            _ => lines.push(format!("pub use {} as {alias}", path.join("::"))),
        }
    }

    fn find(&self, target: &[String]) -> Option<&Item> {
        let (name, module) = target.split_last()?;
        let items = &self.modules.get(module)?.items;
        items
            .iter()
            .find(|item| named(item).as_deref() == Some(name))
    }

    /// The public signature of an item, and what is implemented for it.
    fn list_item(&self, module: &[String], item: &Item, lines: &mut Vec<String>) {
        let Some(signature) = signature(item) else {
            return;
        };
        lines.push(signature);
        let Some(name) = named(item) else { return };
        if !matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_)) {
            return;
        }
        let target: Names = module.iter().cloned().chain([name]).collect();
        let mut found = Vec::new();
        for (names, module) in &self.modules {
            for item in &module.items {
                let Item::Impl(item) = item else { continue };
                let Type::Path(of) = &*item.self_ty else {
                    continue;
                };
                let path: Names = of
                    .path
                    .segments
                    .iter()
                    .map(|s| s.ident.to_string())
                    .collect();
                if self.resolve(names, &path, 0).as_ref() == Some(&target) {
                    found.extend(implementation(item));
                }
            }
        }
        found.sort();
        lines.extend(found);
    }

    /// Where a path leads from a module: the names of an item of this crate.
    fn resolve(&self, module: &[String], path: &[String], depth: usize) -> Option<Names> {
        let (first, rest) = path.split_first()?;
        // Names that lead in a circle lead nowhere.
        if depth > 16 {
            return None;
        }
        let go = |module: &[String]| match rest {
            [] => Some(module.to_vec()),
            _ => self.resolve(module, rest, depth + 1),
        };
        match first.as_str() {
            "crate" => return go(&[]),
            "self" => return go(module),
            "super" => return go(module.split_last()?.1),
            _ => {}
        }
        let here = self.modules.get(module)?;
        let inner: Names = module.iter().cloned().chain([first.clone()]).collect();
        if here.children.contains_key(first) {
            return go(&inner);
        }
        if rest.is_empty()
            && here
                .items
                .iter()
                .any(|item| named(item).as_ref() == Some(first))
        {
            return Some(inner);
        }
        for item in &here.items {
            let Item::Use(item) = item else { continue };
            for (alias, target) in uses(&item.tree) {
                if alias == *first && target != path {
                    let path: Names = target.iter().chain(rest).cloned().collect();
                    return self.resolve(module, &path, depth + 1);
                }
                if alias == "*"
                    && let Some(from) = self.resolve(module, &target, depth + 1)
                    && from != module
                    && let Some(found) = self.resolve(&from, path, depth + 1)
                {
                    return Some(found);
                }
            }
        }
        None
    }
}

/// Where the files of a file's modules are: beside `mod.rs` and `lib.rs`, else in a folder of its name.
fn folder_of_modules(file: &Path) -> PathBuf {
    match file.file_name().and_then(|name| name.to_str()) {
        Some("mod.rs" | "lib.rs") => file.parent().unwrap().to_owned(),
        _ => file.with_extension(""),
    }
}

/// The names that a `use` brings in, and the paths they stand for.
fn uses(tree: &UseTree) -> Vec<(String, Names)> {
    match tree {
        UseTree::Path(path) => {
            let mut found = uses(&path.tree);
            for (_, names) in &mut found {
                names.insert(0, path.ident.to_string());
                // `a::{self}` is `a`.
                names.dedup_by(|last, _| last == "self");
            }
            for (alias, names) in &mut found {
                if alias == "self" {
                    *alias = names.last().unwrap().clone();
                }
            }
            found
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), vec![name.ident.to_string()])],
        UseTree::Rename(name) => vec![(name.rename.to_string(), vec![name.ident.to_string()])],
        UseTree::Glob(_) => vec![("*".into(), Vec::new())],
        UseTree::Group(group) => group.items.iter().flat_map(uses).collect(),
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    };
    attributes.iter().any(is_test)
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes
        .iter()
        .find_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
                Expr::Lit(syn::ExprLit {
                    lit: syn::Lit::Str(path),
                    ..
                }) => Some(path.value()),
                _ => None,
            },
            _ => None,
        })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn named(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

/// Keeps the attributes that users of an item feel.
fn keep_felt(attributes: &mut Vec<Attribute>) {
    let felt = ["derive", "must_use", "non_exhaustive", "repr", "deprecated"];
    attributes.retain(|attribute| felt.iter().any(|name| attribute.path().is_ident(name)));
}

/// Leaves the public fields, without their documentation.
fn keep_public(fields: &mut Fields, in_enum: bool) {
    let mut hidden = false;
    let mut keep = |field: &mut syn::Field| {
        field.attrs.clear();
        let public = in_enum || is_public(&field.vis);
        hidden |= !public;
        public
    };
    match fields {
        Fields::Named(fields) => {
            let all = std::mem::take(&mut fields.named);
            fields.named = all
                .into_iter()
                .filter_map(|mut f| keep(&mut f).then_some(f))
                .collect();
            if hidden {
                fields.named.push(parse_quote!(_private: _));
            }
        }
        Fields::Unnamed(fields) => {
            for field in &mut fields.unnamed {
                if !keep(field) {
                    field.ty = parse_quote!(_);
                }
            }
        }
        Fields::Unit => {}
    }
}

/// A public item without what is inside; none if it is not public.
fn signature(item: &Item) -> Option<String> {
    let mut item = item.clone();
    let visibility = match &mut item {
        Item::Const(item) => {
            item.attrs.clear();
            *item.expr = parse_quote!(_);
            &item.vis
        }
        Item::Static(item) => {
            item.attrs.clear();
            *item.expr = parse_quote!(_);
            &item.vis
        }
        Item::Enum(item) => {
            keep_felt(&mut item.attrs);
            for variant in &mut item.variants {
                keep_felt(&mut variant.attrs);
                keep_public(&mut variant.fields, true);
            }
            &item.vis
        }
        Item::Fn(item) => {
            keep_felt(&mut item.attrs);
            *item.block = parse_quote!({});
            &item.vis
        }
        Item::Struct(item) => {
            keep_felt(&mut item.attrs);
            keep_public(&mut item.fields, false);
            &item.vis
        }
        Item::Trait(item) => {
            keep_felt(&mut item.attrs);
            for item in &mut item.items {
                match item {
                    syn::TraitItem::Fn(item) => {
                        keep_felt(&mut item.attrs);
                        if item.default.is_some() {
                            item.default = Some(parse_quote!({}));
                        }
                    }
                    syn::TraitItem::Const(item) => {
                        item.attrs.clear();
                        if let Some((_, value)) = &mut item.default {
                            *value = parse_quote!(_);
                        }
                    }
                    syn::TraitItem::Type(item) => item.attrs.clear(),
                    _ => {}
                }
            }
            &item.vis
        }
        Item::Type(item) => {
            item.attrs.clear();
            &item.vis
        }
        _ => return None,
    };
    is_public(visibility).then(|| unparse(item))
}

/// The public functions of a block, or the trait that it implements.
fn implementation(item: &ItemImpl) -> Option<String> {
    let mut item = item.clone();
    item.attrs.clear();
    if item.trait_.is_some() {
        item.items.clear();
    }
    item.items.retain_mut(|item| match item {
        ImplItem::Fn(item) => {
            keep_felt(&mut item.attrs);
            item.block = parse_quote!({});
            is_public(&item.vis)
        }
        ImplItem::Const(item) => {
            item.attrs.clear();
            item.expr = parse_quote!(_);
            is_public(&item.vis)
        }
        _ => false,
    });
    (item.trait_.is_some() || !item.items.is_empty()).then(|| unparse(Item::Impl(item)))
}

fn unparse(item: Item) -> String {
    let file = syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items: vec![item],
    };
    prettyplease::unparse(&file).trim_end().to_owned()
}
