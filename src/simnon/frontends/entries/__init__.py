"""What can be asked for on the command line, a module a word; each is loaded only when it is asked for."""
