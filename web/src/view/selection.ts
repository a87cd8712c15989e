/** The collection that the reader selected in the timeline or the table; both mark it. */
export class Selection {
  private listeners: ((collection: number, mark: number) => void)[] = [];

  onChange(listener: (collection: number, mark: number) => void): void {
    this.listeners.push(listener);
  }

  /** -1 for a mark without a collection, or a collection without a mark. */
  choose(collection: number, mark: number): void {
    for (const listener of this.listeners) listener(collection, mark);
  }
}
