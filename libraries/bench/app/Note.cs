namespace Unpause.Bench.App;

/// <summary>
/// A note about an item. Requests replace some notes, so that old objects refer to new ones, as in a real application.
/// </summary>
internal sealed record Note(long Stamp, Item? About);
