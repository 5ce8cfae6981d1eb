const MEMBERS = /** @type {const} */ (['title', 'contentUrl', 'thumbnailUrl', 'clipTime', 'expireTime']);
/** The members of which the own change wins, because the other one can be had again with a click. */
const MINE = ['thumbnailUrl', 'expireTime'];

/**
 * Joins two changes of a favorite. Tags are added and removed as on both sides; of other members that only one side has
 * changed, its value is taken. What both have changed is a conflict, in which `merged` has the own value.
 * @param {Favorite} base @param {Favorite} mine @param {Favorite} theirs
 */
export function merge3(base, mine, theirs) {
  /** @type {Conflict[]} */
  const conflicts = [];
  /** @param {Record<string, any>[]} sides @param {string} key @param {string} member */
  const merge = ([base, mine, theirs, into], key, member) => {
    const [before, own, other] = [base[key], mine[key], theirs[key]];
    const isOwn = !same(before, own) && !same(own, other);
    if (isOwn && !same(before, other) && !MINE.includes(key))
      conflicts.push({ member, mine: own, theirs: other });
    if (isOwn && own === undefined) delete into[key];
    else if (isOwn) into[key] = own;
  };
  const merged = structuredClone(theirs);
  for (const member of MEMBERS) merge([base, mine, theirs, merged], member, member);
  const contents = [base.content, mine.content, theirs.content, merged.content];
  for (const key of new Set(contents.flatMap(Object.keys))) merge(contents, key, `content.${key}`);
  const removed = base.tagIds.filter((id) => !mine.tagIds.includes(id));
  const added = mine.tagIds.filter((id) => !base.tagIds.includes(id));
  merged.tagIds = [...new Set([...theirs.tagIds, ...added])].filter((id) => !removed.includes(id));
  return { merged, conflicts };
}

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
