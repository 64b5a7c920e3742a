"""The interactive session: a prompt with completion, history, pictures and progress."""
