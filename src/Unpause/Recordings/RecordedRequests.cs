using Unpause.Collections;

namespace Unpause.Recordings;

/// <summary>What a process served, and the calls it made meanwhile, as its own runtime recorded them beside the collections.</summary>
public sealed class RecordedRequests
{
    /// <summary>Requests served and calls made, in order of their ends.</summary>
    public ChunkedList<RecordedRequest> Requests { get; } = new();

    /// <summary>Method and path, ids cut; requests hold indexes. Hostile: escape before showing.</summary>
    public List<string> Names { get; } = [];

    /// <summary>How many of <see cref="Requests"/> were served; the others are calls.</summary>
    public long Served { get; internal set; }
}
