/**
 * The prefix structure on disk, once for builder and reader: a set of keys (UTF-16) → value, as ONE section of u16 words
 * that is read in place. It must not know what the keys mean.
 *
 * A node is a run of words:
 *
 *     word 0          number of children, or CHILD_COUNT_HAS_VALUE | number when a key ends at this node
 *     words 1, 2      only when a key ends here: the value, low half first
 *     n words         the children's code units, ascending
 *     n × 2 words     a link a child, low half first: LINK_IS_VALUE | value for a child without children of its own,
 *                     otherwise the child's place relative to this node, in words
 *
 * The root stands at word 0 and each subtree follows its parent in one piece (depth first, ascending code units), so the
 * keys that share a first character are neighbours: a lookup touches the root and one more place. A double array of the
 * same dictionary scatters siblings over the range of their code units and touches about three places instead.
 * A key may not be empty; a value is 0 … MAX_VALUE.
 */

/** Set in a node's first word when a key ends at it. Leaves 15 bits for the number of children. */
export const CHILD_COUNT_HAS_VALUE = 0x8000;

/** Set in a link that holds a value instead of a place. */
export const LINK_IS_VALUE = 0x80000000;

/** The largest value that a link can hold beside its flag. */
export const MAX_VALUE = 0x7fffffff;
