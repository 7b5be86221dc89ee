#!/usr/bin/perl
use strict;
my @list = [ "a", "b" ];
print "$_\n" foreach (1 .. 9);
[name "value"];
