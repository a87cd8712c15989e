using Unpause.Recordings.Waits;

namespace Unpause.Recordings;

/// <summary>What a process served, and the calls it made meanwhile, as its own runtime recorded them beside the collections.</summary>
/// <param name="Requests">Requests served and calls made, in order of their ends.</param>
/// <param name="Names">Method and path, ids removed; requests refer to them by index. Hostile: escape before showing.</param>
/// <param name="Served">How many of <paramref name="Requests"/> were served; the others are calls.</param>
public sealed record RecordedRequests(Column<RecordedRequest> Requests, IReadOnlyList<string> Names, long Served)
{
    /// <summary>
    /// Where the time of each of <see cref="Requests"/> was spent, in the same order; null where the runtime does not record it.
    /// </summary>
    public Column<RequestTimes>? Times { get; init; }

    /// <summary>The ids of the traces of <see cref="Requests"/>, in the same order, 0 for none; null where none is known.</summary>
    public Column<UInt128>? Traces { get; init; }

    /// <summary>How many failed (status 500 or more, or an exception); null where the runtime does not record it.</summary>
    public long? Failed { get; init; }
}

/// <summary>A request that the recorded process served, or a call that it made. 40 bytes: there may be millions.</summary>
/// <param name="StartNanoseconds">Its start, since the recording's zero.</param>
/// <param name="DurationNanoseconds">How long it took; never negative.</param>
/// <param name="Name">Index into <see cref="RecordedRequests.Names"/>.</param>
/// <param name="Number">Its number in the recording, from 1, in order of starts.</param>
/// <param name="Parent">The number of the request or call in which it was made; 0 for none.</param>
/// <param name="Root">The number of the outermost request or call around it: its own when there is none.</param>
/// <param name="Call">Whether the process made it, and did not serve it.</param>
public readonly record struct RecordedRequest(
    long StartNanoseconds, long DurationNanoseconds, int Name, int Number, int Parent, int Root, bool Call);
