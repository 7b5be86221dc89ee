# Imports a file into a new database of Scid: `tkscid scid_import.tcl NEW FILE`.
sc_base create [lindex $argv 0]
set base [sc_base current]
sc_base import $base [lindex $argv 1]
puts "[sc_base numGames $base] games"
sc_base close $base
