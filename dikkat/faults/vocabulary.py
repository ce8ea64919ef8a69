"""The misconceptions of all lessons: the same mistake has the same id and name everywhere.

A sentence may have {terms} that a lesson fills in with its own letters.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Misconception:
    """A mistake that learners make.

    name: what a report calls it. sentence: what happened, then what to do.
    """

    id: str
    name: str
    sentence: str


VOCABULARY: dict[str, Misconception] = {}


def _define(id: str, name: str, sentence: str = "{sentence}") -> None:
    VOCABULARY[id] = Misconception(id, name, sentence)


# Results that hold nothing.
_define("all-zeros", "all zeros", "Every number of your result is 0. Is it filled at all?")
_define(
    "all-nan",
    "all NaN",
    "Every number is NaN (not a number). That comes from 0 times infinity, from infinity minus "
    "infinity, or from a softmax over a row in which everything is hidden.",
)
_define(
    "all-the-same",
    "one number everywhere",
    "Every number of your result is {number}. Does it depend on what goes in?",
)

_define(
    "ignores-its-arguments",
    "the result does not depend on the arguments",
    "Your function gives the same numbers whatever goes in. Use its own arguments, not variables "
    "of the notebook or numbers written down.",
)

# Letters of einsum.
_define("axes-order", "the axes are in another order")
_define("rows-and-columns-swapped", "rows and columns are swapped")
_define("texts-summed", "the texts are summed")
_define("heads-summed", "the heads are summed")
_define("queries-summed", "the queries are summed")
_define("keys-summed", "the keys are summed")
_define("nothing-summed", "nothing is summed")
_define("width-summed", "the numbers of each value are summed")
_define("wrong-axes-kept", "the wrong axes are kept")
_define("texts-mixed", "the texts are mixed")
_define("heads-mixed", "the heads are mixed")
_define("different-letters", "one axis has two letters")
_define("one-letter-for-two-axes", "queries and keys have the same letter")
_define("letters-in-wrong-order", "the letters do not follow the axes")
_define("no-arrow", "einsum without an arrow")
_define("every-text-with-every-text", "every text meets every other text")
_define("element-by-element", "multiplied number by number")

# Queries, keys and values.
_define(
    "queries-and-keys-swapped",
    "queries and keys are swapped",
    "Queries and keys are swapped in the scores. The rows must be queries and the columns keys.",
)
_define(
    "queries-with-queries",
    "queries meet queries",
    "The scores are queries with queries. Each query must meet the keys.",
)
_define(
    "keys-with-keys",
    "keys meet keys",
    "The scores are keys with keys. The rows must be made of the queries.",
)
_define(
    "values-with-queries",
    "values in place of keys",
    "The queries meet the values. Scores are made of queries and keys.",
)
_define(
    "reshape-is-not-transpose",
    "reshape in place of transpose",
    "The keys were reshaped, and a reshape is not a transpose: it tears each key apart. Swap the "
    "last two axes instead.",
)
_define(
    "all-axes-turned",
    "all axes are turned around",
    "All axes were turned around, as .T does. Swap only the last two.",
)
_define(
    "cosine",
    "vectors scaled to length 1",
    "The vectors were divided by their lengths, which makes cosines. Only the square root of "
    "{D} divides.",
)
_define(
    "centred",
    "the mean is subtracted",
    "The mean of each vector was subtracted first. Use queries and keys as they are.",
)
_define(
    "distance",
    "distances in place of dot products",
    "These scores are distances between the vectors. A score is a dot product.",
)
_define("first-text-only", "only the first text")
_define("first-head-only", "only the first head")
_define("heads-reversed", "the heads are in reverse order")
_define("one-text-returned", "only one text comes back")
_define(
    "changes-its-inputs",
    "changes the caller's arrays",
    "Your function changes the caller's {name}. Put what you compute into something new.",
)

# The scale.
_define(
    "no-scale",
    "the scale is missing",
    "These scores are plain dot products. Divide them by the square root of {D}.",
)
_define(
    "divided-by-d",
    "divided by the head size",
    "The scores were divided by {D} itself, or twice by its square root. Divide once, by the "
    "square root.",
)
_define(
    "multiplied-by-root",
    "multiplied by the root",
    "The scores were multiplied by the square root of {D}. Divide by it.",
)
_define("multiplied-by-d", "multiplied by the head size")
_define(
    "root-of-another-size",
    "the root of another size",
    "The scores were divided by the square root of {other}. Take the square root of {D}.",
)
_define(
    "divided-by-another-size",
    "divided by another size",
    "The scores were divided by {other}. Divide by the square root of {D}.",
)
_define(
    "constant-scale",
    "a scale written as a number",
    "The scores were divided by {number}, whatever the sizes are. Read {D} from the shape.",
)
_define(
    "fourth-root",
    "the fourth root",
    "The scores were divided by the fourth root of {D}. Divide by the square root, or take the "
    "fourth root of both queries and keys.",
)
_define(
    "half-d",
    "half of the head size",
    "The scores were divided by half of {D}. In Python, D ** 1 / 2 is (D ** 1) / 2: write "
    "D ** 0.5.",
)
_define(
    "root-then-precedence",
    "divided by D, then by 2",
    "The scores were divided by {D} and by 2: without brackets, / D ** 1 / 2 does that. Write "
    "/ D ** 0.5.",
)
_define(
    "d-squared",
    "divided by the square",
    "The scores were divided by {D} squared. The square root is D ** 0.5.",
)
_define(
    "whole-root",
    "the root cut to a whole number",
    "The square root of {D} was cut to a whole number. Keep its digits after the point.",
)
_define(
    "scale-after-softmax",
    "divided after the softmax",
    "The weights were divided, after the softmax. Divide the scores, before it.",
)
_define(
    "output-scaled",
    "the output is divided",
    "The output was divided by the square root of {D} once more. Only the scores are divided.",
)
_define(
    "root-of-a-number",
    "torch.sqrt of a number",
    "torch.sqrt takes tensors, and {D} is a plain number. Write ** 0.5.",
)

# The mask.
_define("causal-mask", "a causal mask that nobody asked for")
_define("padding-mask-of-zeros", "scores of 0 are masked")
_define(
    "no-mask",
    "nothing is hidden",
    "{Hidden} still have weight: nothing is hidden. Put {fill} in place of their scores before "
    "the softmax, and keep what that line gives back.",
)
_define(
    "mask-upside-down",
    "the triangle is upside down",
    "The triangle is upside down: each position sees itself and the later ones. Hide the upper "
    "triangle and keep the lower one.",
)
_define(
    "mask-inverted",
    "the mask is inverted",
    "The mask is inverted: it hides what should be seen. {hide}",
)
_define(
    "no-diagonal",
    "a position does not see itself",
    "A position does not see itself. Keep the diagonal of the triangle.",
)
_define(
    "one-too-far",
    "the triangle reaches one too far",
    "Each position also sees the next one. The triangle reaches one place too far.",
)
_define(
    "one-too-short",
    "the triangle reaches one too short",
    "A position sees neither itself nor the one before it. Only later positions are hidden.",
)
_define(
    "hidden-with-zero",
    "hidden with a score of 0",
    "The hidden scores are 0, or nearly 0, and the softmax gives a score of 0 some weight. Put "
    "{fill} there.",
)
_define(
    "weak-fill",
    "not negative enough",
    "The hidden scores are {number}, and that still gets some weight. Put {fill} there.",
)
_define(
    "plus-fill",
    "hidden with a large positive number",
    "The hidden scores are large and positive, so they take all the weight. Put {fill} there.",
)
_define(
    "mask-added-as-ones",
    "the mask is added as ones",
    "The mask was added to the scores as ones and zeros. Put {fill} where a key is hidden.",
)
_define(
    "mask-after-softmax",
    "hidden after the softmax",
    "The weights were set to 0 after the softmax, so their rows no longer add up to 1. Hide the "
    "scores, before it.",
)
_define(
    "fill-after-softmax",
    "the filling is put into the weights",
    "{fill} was put into the weights. Put it into the scores, before the softmax.",
)
_define(
    "mask-times-infinity",
    "the mask is multiplied by infinity",
    "0 times infinity is NaN (not a number). Do not multiply the mask: choose with {choose}.",
)
_define("mask-on-queries", "the mask is on the queries")
_define("mask-on-both", "rows and columns are hidden")
_define("mask-on-corner", "only the corner is hidden")
_define("mask-of-first-text", "the mask of the first text is used for all")
_define("mask-in-first-text", "only the first text is masked")
_define("mask-in-first-head", "only the first head is masked")
_define("mask-without-new-axis", "the mask has no axis for the queries")
_define("mask-of-lengths", "the mask counts words from the left")
_define("window", "only the last positions are seen")
_define("everything-hidden", "everything is hidden")

# The softmax.
_define(
    "softmax-over-queries",
    "softmax over the queries",
    "The softmax ran over the queries, so the columns add up to 1. Let it run over the keys, the "
    "last axis.",
)
_define(
    "softmax-over-texts",
    "softmax over the texts",
    "The softmax ran over the texts of the batch, the first axis. Let it run over the keys, the "
    "last axis.",
)
_define(
    "softmax-over-heads",
    "softmax over the heads",
    "The softmax ran over the heads. Each head is on its own: let it run over the keys, the last "
    "axis.",
)
_define(
    "softmax-over-table",
    "softmax over the whole table",
    "The whole table of {a_text} adds up to 1. Each row must add up to 1 on its own: run the "
    "softmax over the keys, the last axis.",
)
_define(
    "softmax-over-everything",
    "softmax over everything",
    "All weights together add up to 1. Each row must add up to 1 on its own: run the softmax "
    "over the keys, the last axis.",
)
_define(
    "softmax-twice",
    "softmax of a softmax",
    "The softmax was taken twice. Once is enough.",
)
_define(
    "no-softmax",
    "no softmax",
    "The weights are still the scores. Take their softmax over the keys, the last axis.",
)
_define(
    "unscaled-scores-returned",
    "dot products returned as weights",
    "The weights are still the plain dot products. They need the scale, then the softmax.",
)
_define(
    "not-normalised",
    "not divided by the sum",
    "The weights are powers of e that were not divided by their sum. Divide each row by its sum.",
)
_define(
    "sigmoid",
    "sigmoid in place of softmax",
    "This is the sigmoid of each score on its own. A softmax makes the weights of a query add up "
    "to 1.",
)
_define(
    "log-softmax",
    "log_softmax in place of softmax",
    "These are logarithms of the weights. Use softmax, not log_softmax.",
)
_define(
    "divided-by-sum-of-scores",
    "the scores are divided by their sum",
    "The scores were divided by their sum. A softmax raises e to each score first.",
)
_define(
    "scores-made-positive",
    "absolute scores divided by their sum",
    "The scores were made positive and divided by their sum. A softmax raises e to each score.",
)
_define(
    "softmin",
    "softmax of the negative scores",
    "The lowest score got the most weight: the sign of the scores is the wrong way around.",
)
_define(
    "hard-maximum",
    "only the best key gets weight",
    "The best key got all the weight. A softmax gives every key its share.",
)
_define(
    "power-of-two",
    "powers of another number",
    "The scores are powers of {number}. A softmax takes powers of e.",
)
_define(
    "rounded",
    "rounded",
    "{What} were rounded to {digits}. Round only what you print.",
)
_define(
    "rounded-to-whole",
    "rounded to whole numbers",
    "{What} were rounded to whole numbers. Keep the digits after the point.",
)
_define(
    "sum-without-keepdims",
    "the sum lost its axis",
    "A sum or a maximum lost its axis, so rows met numbers of other rows. Keep it with {keepdims}.",
)
_define(
    "max-without-keepdims",
    "the maximum lost its axis",
    "A sum or a maximum lost its axis, so rows met numbers of other rows. Keep it with {keepdims}.",
)
_define(
    "sum-and-max-without-keepdims",
    "sum and maximum lost their axis",
    "A sum or a maximum lost its axis, so rows met numbers of other rows. Keep it with {keepdims}.",
)
_define("max-over-another-axis", "the maximum runs over another axis")
_define("one-maximum", "one maximum for all rows")
_define(
    "no-maximum",
    "no maximum is subtracted",
    "e to the power of large or very low scores is infinity or 0, and dividing those gives NaN. "
    "Subtract the largest score of each row first.",
)
_define("maximum-before-mask", "the maximum is taken before the mask")
_define(
    "uniform",
    "every key has the same weight",
    "Every key {seen}gets the same weight, whatever the query is. The scores must go into the "
    "softmax.",
)
_define(
    "weights-transposed",
    "the weights are transposed",
    "The weights are transposed: their rows are keys. The rows must be queries.",
)

# The output.
_define(
    "keys-as-values",
    "the keys in place of the values",
    "The weights were multiplied with the keys. Multiply them with the values{how}.",
)
_define(
    "queries-as-values",
    "the queries in place of the values",
    "The weights were multiplied with the queries. Multiply them with the values{how}.",
)
_define(
    "embeddings-as-values",
    "the embeddings in place of the values",
    "The weights were multiplied with h itself. Multiply them with the values, value(h).",
)
_define(
    "weights-transposed-for-output",
    "the weights are transposed for the output",
    "The weights were transposed before they met the values. Row t of the weights makes row t of "
    "{output}.",
)
_define(
    "output-transposed",
    "the output is transposed",
    "The numbers of {output} are right, with its last two axes swapped.",
)
_define(
    "plain-sum",
    "a sum without weights",
    "{Output} is the sum of all values, without weights. Keys and weights must share a letter.",
)
_define(
    "plain-mean",
    "a mean without weights",
    "{Output} is the plain mean of the values. Mix them with the weights.",
)
_define(
    "values-returned",
    "the values come back as they are",
    "{Output} is the values themselves. Multiply the weights with them.",
)
_define(
    "scores-times-values",
    "scores times values",
    "{Output} was made with the scores. Multiply the weights with the values.",
)
_define("unscaled-scores-times-values", "dot products times values")
_define(
    "other-weights-for-output",
    "the output uses other weights",
    "{Output} was made with weights {how}. Use the weights that you return.",
)

# What comes back.
_define(
    "results-swapped",
    "the results are swapped",
    "The two results are swapped. Return {output} first, then the weights.",
)
_define("one-result", "only one result comes back")
_define("too-many-results", "too many results come back")
_define(
    "axis-of-size-one-dropped",
    "an axis of size 1 is gone",
    "An axis of size 1 is gone, as squeeze does it. Keep all axes.",
)
_define("mean-over-heads", "the mean over the heads")

# Layers.
_define(
    "key-as-query",
    "the key layer for the queries",
    "The key layer was used for the queries as well. Queries come from query(h).",
)
_define(
    "query-as-key",
    "the query layer for the keys",
    "The query layer was used for the keys as well. Keys come from key(h).",
)
_define(
    "value-as-key",
    "the value layer for the keys",
    "The value layer was used for the keys. Keys come from key(h).",
)
_define(
    "value-as-query",
    "the value layer for the queries",
    "The value layer was used for the queries. Queries come from query(h).",
)
_define(
    "no-bias",
    "the bias is left out",
    "The bias of a layer is left out. Call the layers like functions, {call}, rather than using "
    "their weights.",
)
_define(
    "no-layers",
    "the layers are not used",
    "The scores come from h itself. Queries and keys come from the layers: query(h) and key(h).",
)
_define(
    "embeddings-as-queries",
    "the embeddings in place of the queries",
    "h itself was used for the queries. Queries come from query(h).",
)
_define(
    "embeddings-as-keys",
    "the embeddings in place of the keys",
    "h itself was used for the keys. Keys come from key(h).",
)
_define(
    "no-gradient",
    "no gradient reaches a layer",
    "The numbers are right, and no gradient reaches {layers}. Leave out detach, .data, "
    "no_grad and NumPy.",
)
_define("fixed-size", "a size written as a number")
_define("size-of-wrong-axis", "a size read from the wrong axis")
_define(
    "vectors-of-length-one",
    "vectors scaled to length 1",
    "Queries and keys were scaled to length 1 first. Use them as they are.",
)

# The uniform average of lesson 05.
_define("mean-of-everything", "the mean of the whole text")
_define("sum-for-mean", "a sum in place of a mean")
_define("divided-by-all", "every sum is divided by the same number")
_define("counted-from-zero", "the positions are counted from 0")
_define("mean-of-means", "means of means")
_define("weights-returned", "the weights come back")
_define("along-wrong-axis", "along the wrong axis")

# Words, ids and the look-up of lesson 04.
_define("letters-for-words", "letters in place of words")
_define("letters-cut", "letters are cut, not words")
_define("repeats-dropped", "repeated words are dropped")
_define("order-lost", "the order of the words is lost")
_define("positions-for-ids", "places in place of ids")
_define("place-in-vocab", "the place in vocab in place of the id")
_define("own-vocabulary", "a vocabulary of one's own")
_define("words-for-ids", "words in place of ids")
_define("one-id-off", "ids are one off")
_define("not-cut", "long sentences are not cut")
_define("cut-at-the-front", "the first words are cut away")
_define("cut-one-off", "cut one too early or too late")
_define("not-filled", "the padding is missing")
_define("padded-on-the-left", "the padding is on the left")
_define("padded-with-another-number", "the padding is not 0")
_define("one-zero-too-many", "the zeros are counted wrongly")
_define("nested-list", "a list inside the list")
_define("ids-as-text", "ids as text")
_define("one-row-off", "rows are one off")
_define("sentences-and-positions-swapped", "sentences and positions are swapped")
_define("columns-for-rows", "columns in place of rows")
_define("padding-zeroed", "the embeddings of padding are zeroed")
_define("sentences-averaged", "one vector for each sentence")
_define("sentences-joined", "positions run together")
_define("one-hot", "one-hot vectors")
_define("one-number-of-each-row", "one number for each row")
_define("no-key-left", "a row has no key left")
_define("rows-of-padding-emptied", "the rows of padding are emptied")
_define("values-of-padding-zeroed", "the values of padding are zeroed")
_define("harmless", "another right way")

# The scores of lesson 01.
_define("floored", "rounded down")
_define("divided-in-place", "an array of whole numbers is divided in place")
_define("cut-to-whole", "cut to whole numbers")
_define("power-is-two-stars", "^ in place of **")
_define("signs-lost", "minus signs are lost")
_define("signs-turned", "every sign is turned around")
_define("softmax-added", "a softmax that nobody asked for")
_define("maximum-taken-off", "the maximum is subtracted")
_define("scores-normalised", "the scores are divided by their sum or maximum")
_define("folded", "texts and heads are folded into one axis")

# Merging and splitting heads, lessons 02 and 06.
_define("plain-reshape", "a plain reshape")
_define("interleaved", "the heads are interleaved")
_define("counted-from-one", "axes counted from 1")
_define("arguments-not-a-tuple", "several arguments in place of a tuple")
_define("torch-in-numpy", "PyTorch's names for NumPy's arrays")
_define("sizes-misread", "the sizes of x are read in another order")
_define("not-joined", "H and D are not joined")
_define("wrong-axes-joined", "the wrong axes are joined")
_define("texts-run-together", "the texts have run together")
_define("wrong-product-of-sizes", "H + D in place of H * D")
_define("reading-order", "another reading order")
_define("reshaped-before-swap", "reshaped before the swap")
_define("largest-of-heads", "the maximum over the heads")
_define("last-head-only", "only the last head")
_define("texts-glued", "the texts are glued together")
_define("one-row", "one row in place of all")
_define("untouched", "x as it came")
_define("an-axis-too-many", "an axis too many")
_define("special-case-for-one-head", "a special case for one head")

# Several heads and padding, lesson 06.
_define("not-swapped", "the axes are not swapped")
_define("heads-first", "the heads come before the texts")
_define("d-heads-of-size-h", "D heads of size H")
_define("not-split", "the heads are not split")
_define("mask-widened-in-place", "a mask is widened in place")
_define("truth-of-a-tensor", "the truth of a whole tensor")
_define("pad-ignored", "pad is not used")
_define("causal-lost-with-pad", "pad takes the place of the triangle")
_define("output-left-out", "the output layer is left out")
_define("output-twice", "the output layer is used twice")
_define("output-bias", "the bias of the output layer")
_define("heads-as-a-list", "a list of heads")
_define("contiguous-needed", "view after a transpose")
_define("residual-added", "h is added to the result")

# The report of lesson 03.
_define("report-of-another-shape", "the shape of another tensor")
_define("sums-of-columns", "sums over the queries")
_define("sums-of-all-texts", "sums of all texts")
_define("sums-of-another-text", "sums of another text")
_define("sums-not-measured", "sums written down")
_define("sums-not-rounded", "sums not rounded")
