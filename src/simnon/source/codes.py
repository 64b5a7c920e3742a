"""DATA: every code a diagnostic can have, in words, with what it means. The reference lists them all."""

CODES: dict[str, str] = {
    # reading
    "file-not-found": "a file that was asked for is not there, or cannot be read",
    "not-utf8": "a text that is not UTF-8",
    "unknown-dialect": "a file whose extension belongs to no language",
    "line-too-long": "a line longer than any person writes",
    # words and lines
    "unexpected-character": "a character the language does not have",
    "number-out-of-range": "a number too large or too small to be represented",
    "unreadable-line": "a line that is none of the statements of the language",
    "unclosed-parenthesis": "a parenthesis that is never closed",
    "unclosed-text": "a quoted text that is never closed",
    "nesting-too-deep": "an expression nested deeper than any person writes",
    "expression-expected": "something else stands where an expression should",
    "unexpected-text": "more stands on the line than belongs to the statement",
    "then-expected": "IF without THEN",
    "else-expected": "IF without ELSE",
    "number-expected": "a value after ':' that is not a number",
    "unreadable-unit": "a unit that cannot be read",
    "wrong-column": "a mark of DARE-P outside its column",
    # systems
    "heading-expected": "text outside a system",
    "end-expected": "a system, WHEN or TABLE that is never ended",
    "wrong-section": "a statement in a section or kind of system where it cannot stand",
    "empty-declaration": "a declaration that names nothing",
    "duplicate-declaration": "a name declared twice",
    "duplicate-definition": "a name defined twice",
    "undefined-name": "a name that is used and never defined",
    "undefined-function": "a function that is used and never defined",
    "wrong-arguments": "a function with too many or too few arguments",
    "unmatched-state": "a STATE without its DER or NEW, or the other way round",
    "missing-equation": "a DER, NEW, OUTPUT, TSAMP or EVENT that is never assigned",
    "missing-sampling": "a discrete system with neither TSAMP nor EVENT",
    "assigned-input": "an input, state or time assigned by an equation of its own system",
    "unused-input": "an input that nothing reads",
    "unused-value": "a value that is given to a name nothing reads",
    "condition-expected": "a number where a condition should stand",
    "value-expected": "a condition where a number should stand",
    "recursive-function": "a function that calls itself",
    "misplaced-pre": "PRE outside WHEN and discrete systems",
    "misplaced-random": "RECT or NORM in an equation that is not sampled",
    "misplaced-delay": "DELAY where there is no continuous time",
    "needs-own-value": "a WHEN that assigns a value from itself without PRE",
    "unreadable-table": "a TABLE whose numbers do not form one",
    "foreign-function": "a foreign function that cannot be found or called",
    # models
    "no-system": "a text without any system",
    "duplicate-system": "two systems of one name",
    "several-connecting-systems": "more than one connecting system",
    "unknown-system": "name[SYSTEM] where no such system is loaded",
    "unknown-variable": "name[SYSTEM] where the system has no such variable",
    "not-an-input": "a connection to something that is not an input",
    "misplaced-reference": "name[SYSTEM] outside the connecting system",
    "input-not-connected": "an input that no connection defines",
    # analysis
    "algebraic-loop": "equations that need each other's values at the same instant",
    "algebraic-loop-unsolved": "an algebraic loop that has no solution, or that cannot be solved",
    "equality-on-continuous": "'=' or '<>' between signals that change continuously",
    "wrong-dimension": "values of different dimension that are added, compared or assigned",
    "wrong-scale": "values of one dimension in units of different size, without the factor between them",
    "wrong-zero": "temperatures on scales with different zeros, or added or multiplied on such a scale",
    "bare-number": "a number without a unit where one is needed",
    "missing-unit": "a variable without a unit, where units are checked strictly",
    "classic-order": "an order of equations the 1977 program would have warned about",
    # procedural sections
    "maybe-unassigned": "a variable of a procedural section that is not assigned on every way",
    "loop-not-constant": "a loop whose bounds are not known when the model is compiled",
    "loop-too-long": "a loop of more rounds than are written out as equations",
    "jump-backwards": "a jump back to statements that were executed already",
    "unknown-label": "a jump to a label that is not there",
    # the Simnon of 1972
    "simnon72-error": "one of the numbered messages of 1972",
    "simnon72-closed": "a description that ends with *CLOSE, which bars its execution",
    # programs with their experiment
    "missing-time": "a program that does not say how long to run",
    "unknown-setting": "a setting of the run that the language does not have",
    "no-derivative": "the derivative of a signal that has none by a formula",
    # programs with their run
    "missing-datum": "a program that does not give a datum its run needs",
    # ACSL
    "index-not-constant": "an element of an array that is not known when the model is compiled",
    "backlash-not-smooth": "BCKLSH of a signal whose rate cannot be found",
    "carried-value": "a variable that would be carried from one evaluation of the equations to the next",
    # other languages
    "integer-name": "a state of DARE-P with the name of a whole number",
    "output-left-out": "a statement that writes while a run goes on, which is not obeyed",
    "renamed-name": "a name of DESIRE that differs from another by capitals only",
    "missing-setting": "a program of DESIRE that does not say how a run is made",
    # XPP
    "setting-left-out": "a setting that is known and not obeyed",
    "unsupported-statement": "a statement or function of the language that is not carried out here",
}

UNIT_CODES = frozenset({"wrong-dimension", "wrong-scale", "wrong-zero", "bare-number", "missing-unit"})
"""Those about units: notes, or errors where the user asked for it."""
