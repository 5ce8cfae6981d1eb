/**
 * Returns a new id: a UUID of version 7, whose order is that of time.
 * @param {number} [millis] the time of the favorite
 */
export function newId(millis = Date.now()) {
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Returns the time of an id. @param {string} id */
export const timeOf = (id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
