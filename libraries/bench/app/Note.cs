namespace Unpause.Bench.App;

/// <summary>
/// What somebody wrote about an item. Requests replace some, so that old objects refer to new ones, as in a real program.
/// </summary>
internal sealed record Note(long Stamp, Item? About);
