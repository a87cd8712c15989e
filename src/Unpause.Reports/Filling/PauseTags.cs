using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Reports.Filling;

/// <summary>The name and attributes of an inserted span, the same in every format.</summary>
internal sealed class PauseTags(Recording recording)
{
    /// <summary>The attribute that marks an inserted span.</summary>
    public const string GeneratedKey = SpanFormats.GeneratedKey;

    /// <summary>The attribute with the milliseconds of the pause inside the hole.</summary>
    public const string OverlapKey = "gc.overlap_ms";

    /// <summary>The attribute with the collection's number.</summary>
    public const string CollectionKey = "gc.collection";

    /// <summary><c>GC pause (gen2)</c>; where the runtime has no generations, the pause's own name.</summary>
    public string Name(in FilledPause filled)
    {
        var detail = CollectionOf(filled).Generation ?? recording.Pauses[filled.Pause].Name;
        return string.IsNullOrEmpty(detail) ? "GC pause" : $"GC pause ({detail})";
    }

    public long Number(in FilledPause filled) => CollectionOf(filled).Number;

    public static double OverlapMilliseconds(in FilledPause filled) => filled.DurationNanoseconds / 1e6;

    /// <summary>The text attributes, in order; unknown ones are left out.</summary>
    public IEnumerable<(string Key, string Value)> Words(FilledPause filled)
    {
        var collection = CollectionOf(filled);
        if (collection.Generation is { } generation) yield return ("gc.generation", generation);
        if ((collection.RuntimeCause ?? collection.Cause) is { } cause) yield return ("gc.cause", cause);
        yield return ("gc.runtime", recording.Source.Runtime);
    }

    private Collection CollectionOf(in FilledPause filled) => recording.Collections[recording.Pauses[filled.Pause].Collection];
}
