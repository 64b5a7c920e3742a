"""The actions of the command line, one module per word; each is loaded only when needed."""
