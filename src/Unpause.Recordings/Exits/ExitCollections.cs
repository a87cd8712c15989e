using Unpause.Collections;

namespace Unpause.Recordings.Exits;

/// <summary>
/// Collections during process shutdown, after the application's own exit handlers: they are not part of
/// <see cref="Recording.Collections"/> and <see cref="Recording.Pauses"/>, because they did not pause the application while it
/// worked.
/// </summary>
/// <param name="Collections">The collections, in order of start; times as in the recording.</param>
/// <param name="Pauses">Their pauses, in order of start; each names its collection by index into <paramref name="Collections"/>.</param>
public sealed record ExitCollections(IReadOnlyList<Collection> Collections, IReadOnlyList<Pause> Pauses)
{
    /// <summary>Their pauses in all, in nanoseconds.</summary>
    public Total PauseTotalNanoseconds => Total.Sum(Pauses, pause => pause.DurationNanoseconds);

    /// <summary>The longest of their pauses, in nanoseconds; null when none ended.</summary>
    public long? LongestNanoseconds => Pauses.Count == 0 ? null : Pauses.Max(pause => pause.DurationNanoseconds);

    /// <summary>
    /// The recording with them among its collections and pauses, to look up what happened at a moment: they did stop a request that was
    /// still open then. The same recording where there are none.
    /// </summary>
    public static Recording Included(Recording recording)
    {
        if (recording.AtExit is not { } atExit) return recording;
        var (collections, pauses) = (new ChunkedList<Collection>(), new ChunkedList<Pause>());
        foreach (var collection in recording.Collections) collections.Add(collection);
        foreach (var pause in recording.Pauses) pauses.Add(pause);
        foreach (var collection in atExit.Collections) collections.Add(collection);
        foreach (var pause in atExit.Pauses) pauses.Add(pause with { Collection = recording.Collections.Count + pause.Collection });
        return recording with
        {
            Collections = new Column<Collection>(collections),
            Pauses = new Column<Pause>(pauses),
            AtExit = null,
        };
    }
}
