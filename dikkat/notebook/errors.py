"""What an error of NumPy, PyTorch or Python means, in words for a beginner."""

from __future__ import annotations

import re

# Parts of error messages, and what such an error means. The first match is shown.
MEANINGS = [
    (
        ("mismatch in its core dimension",),
        "A matrix product needs the last axis of the first array to be as long as the last but "
        "one of the second. With more than two axes, .T turns all of them around: swap the last "
        "two only.",
    ),
    (
        ("shapes cannot be multiplied",),
        "In a matrix product, the last axis of the first tensor must be as long as the last but "
        "one of the second. .T turns all axes around: transpose(-2, -1) swaps the last two only.",
    ),
    (
        ("first two dimensions of batch2",),
        "In a matrix product, the last axis of the first tensor must be as long as the last but "
        "one of the second.",
    ),
    (
        ("not aligned",),
        "np.dot wants its axes in another order, and it does not batch: use a product that does. "
        "With more than two axes, .T turns all of them around: swap the last two only.",
    ),
    (
        ("too many subscripts for operand",),
        "einsum was given more letters than the array has axes.",
    ),
    (
        ("more dimensions than subscripts",),
        "einsum was given fewer letters than the array has axes. Every axis needs a letter. The "
        "letters of one array stand together; a comma separates arrays. Where `...` stands for "
        "axes in front, it also stands after the arrow.",
    ),
    (
        ("each subscript must be either",),
        "einsum wants the string of letters first, then the arrays.",
    ),
    (
        ("but got numpy.ndarray", "not numpy.ndarray"),
        "This is a function of PyTorch, and NumPy arrays went in. NumPy has one of its own, most "
        "often of the same name.",
    ),
    (
        ("boolean index did not match",),
        "A boolean index must be as long as the array along every axis: it does not stretch an "
        "axis of size 1. np.where(condition, a, b) does.",
    ),
    (
        ("index out of range",),
        "A list has only the positions that it was made with. How long is it, and how long is "
        "what goes in?",
    ),
    (
        ("does not match the number of dimensions",),
        "In einsum, every axis of an input needs one letter, no more and no fewer.",
    ),
    (
        ("which never appeared in an input", "does not appear in the equation"),
        "einsum cannot make an axis that no input has: every letter after the arrow must also "
        "stand before it.",
    ),
    (
        ("multiple times", "more than once in the output"),
        "After the arrow of an einsum, a letter stands only once. Two axes of the result need "
        "two letters, also where they are equally long: give one of the inputs another.",
    ),
    (
        ("remapped shapes", "does not broadcast with previously seen size"),
        "In einsum, one letter stands for axes of two sizes here. Either two axes that may "
        "differ share a letter, or the letters of an input are not in the order of its axes.",
    ),
    (
        ("broadcast together with shapes", "must match the size of tensor b"),
        "Element by element, axes are lined up from the last one on, and each pair must be of "
        "the same size, or one of them of size 1. A sum or a maximum takes its axis away unless "
        "keepdims=True (keepdim in PyTorch) keeps it. Print both shapes: the fault may lie a "
        "line earlier.",
    ),
    (
        ("cannot reshape array", "is invalid for input of size"),
        "A reshape keeps every number: the sizes that you ask for, multiplied, must give as many "
        "numbers as went in. Take them from the input's shape.",
    ),
    (
        ("axes don't match",),
        "In NumPy, transpose wants every axis, in the new order. swapaxes swaps two of them.",
    ),
    (
        ("type(s) for ^",),
        "In Python, a power is written **, not ^.",
    ),
    (
        ("repeated axis in transpose",),
        "transpose wants the numbers of axes, counted from 0, such as 0, 2, 1, 3. B, T, H and D "
        "hold sizes.",
    ),
    (
        ("fewer operands provided to einstein",),
        "einsum needs a comma between the letters of one input and of the next: one group of "
        "letters for each array.",
    ),
    (
        ("transpose() received", "transpose() takes"),
        "In PyTorch, transpose swaps two axes, as in transpose(-2, -1). permute takes all of "
        "them, in their new order.",
    ),
    (
        ("received an invalid combination",),
        "PyTorch does not take these arguments. softmax wants `dim=`: the axis along which the "
        "weights add up to 1.",
    ),
    (
        ("softmax() missing",),
        "softmax wants `dim=`: the axis along which the weights add up to 1.",
    ),
    (
        ("expected mask dtype to be Bool", "only supports boolean masks"),
        "A mask must hold True and False: compare, as in `triangle == 0`.",
    ),
    (
        ("too many indices for",),
        "A number in an index picks one position and drops its axis. A new axis of size 1 is "
        "written None.",
    ),
    (
        ("must be Tensor, not int",),
        "A size is a plain number, and this function wants a tensor. The square root of a plain "
        "number is ** 0.5.",
    ),
    (
        ("'Linear'",),
        "Call a layer like a function: query(h).",
    ),
    (
        ("call numpy() on",),
        "Stay in PyTorch: it has the same functions, and a trip to NumPy cuts the gradients off.",
    ),
    (
        ("'float' object cannot be", "but got float"),
        "A size must be a whole number. Divide sizes with //, which gives one.",
    ),
    (
        ("with a bool tensor is not supported", "numpy boolean subtract"),
        "True and False are no numbers to subtract. `~mask` turns a boolean mask round, `|` and "
        "`&` join two.",
    ),
    (
        ("is ambiguous",),
        "An array with many values is neither True nor False. To ask whether something was given "
        "at all, write `if x is not None`.",
    ),
    (
        ("__round__",),
        "round takes one number: round each of them, as in [round(x, 4) for x in numbers].",
    ),
    (
        ("subscripts must be letters",),
        "In einsum, an axis is one letter. It cannot join two axes into one: that takes a reshape.",
    ),
    (
        ("is not defined",),
        "This line uses a name that does not exist there: it is misspelt, not imported, or not "
        "made yet. The letters of the axes are no variables: read sizes from .shape.",
    ),
    (
        ("'NoneType' object",),
        "Something is None here that should hold numbers. Does every function of yours that is "
        "called end with `return`?",
    ),
    (
        ("object has no attribute",),
        "There is no such name on this object. NumPy and PyTorch name some things differently, "
        "and spelling counts.",
    ),
    (
        ("Cannot cast ufunc",),
        "An integer array has no room for fractions, so it cannot be changed in place (/=, *=, "
        "out=). Make a new array: x = x / 2.",
    ),
]
# Patterns for what is most often a slip in a learner's function, and what it does.
SLIPS = {
    r"\*\*\s*1\s*/\s*2\b": "In Python, x ** 1/2 is (x ** 1) / 2. Write x ** 0.5.",
    r"=\s*[\w.]+\.(append|extend|insert|sort|reverse)\(": "append and its like change the list "
    "itself and return None: do not keep what they return.",
}


def slips(text: str) -> list[str]:
    """What a function's text has in it that is most often a slip: a sentence for each."""
    return [said for pattern, said in SLIPS.items() if re.search(pattern, text)]


def meaning(kind: str, text: str, line: str, name: str) -> str | None:
    """A sentence or two on an error, or None.

    kind, text: the error's type and its text. line: of the learner's code, where it was raised.
    name: of the learner's function that a check called.
    """
    if f"{name}() " in text and "positional argument" in text:
        return (
            "The function takes other arguments than its first line in the exercise says. Keep "
            "that line as it was."
        )
    if kind == "KeyError" and len(text.strip("'")) == 1:
        return (
            "This looks a single letter up. A loop over a string walks through its letters; "
            "sentence.split() gives its words."
        )
    if "·" in text:
        return "The dot · is how a product is printed. In Python, write *."
    if ".weight" in line:
        return (
            "Call a layer like a function: query(h). Its .weight is stored the other way round, "
            "(out, in), and without its bias."
        )
    return next((said for parts, said in MEANINGS if any(p in text for p in parts)), None)
