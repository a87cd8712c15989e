using Unpause.Collections;
using Unpause.Recordings.Objects;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// Old objects. The JVM writes all its samples again at each dump and at each chunk's end, so an object is known again by
/// the moment of its allocation; a sample with its retainers takes precedence over one without.
/// </summary>
internal sealed class JfrOldObjects
{
    private const string DeclaringClass = "Class Name: ";
    private readonly Dictionary<(long AllocatedTicks, string Type), OldObject> _objects = [];

    /// <summary>Takes in a sample; its times are nanoseconds since 1970 until the recording is finished.</summary>
    public void Add(JfrValue e, JfrNames names)
    {
        if (e["startTime"].UnixNanoseconds() is not { } seen || e["allocationTime"].Number() is not { } ticks) return;
        var sampled = e["object"];
        if (names.Class(sampled["type"]) is not { } type) return;
        var age = e["objectAge"].Nanoseconds() ?? (e["allocationTime"].UnixNanoseconds() is { } allocated ? seen - allocated : -1);
        if (age < 0 || age > Limits.LongestNanoseconds) return;
        var known = _objects.GetValueOrDefault((ticks, type));
        if (known is null && _objects.Count >= Limits.OldObjects) return;
        var retainers = RetainersOf(sampled, names);
        if (known is { Retainers.Count: > 0 } && retainers.Count == 0) return;
        _objects[(ticks, type)] = new OldObject(
            type,
            e["objectSize"].Bytes(),
            seen,
            age,
            retainers,
            RootOf(e["root"]),
            names.Stack(e["stackTrace"]));
    }

    /// <summary>Adds the objects to the recording, the oldest first.</summary>
    /// <param name="zero">Its zero in nanoseconds since 1970.</param>
    public void AddTo(RecordingBuilder recording, long zero)
    {
        if (_objects.Count == 0) return;
        recording.OldObjects = new ChunkedList<OldObject>();
        foreach (var item in _objects.Values.OrderByDescending(item => item.AgeNanoseconds))
        {
            recording.OldObjects.Add(item with { SeenNanoseconds = Math.Max(0, item.SeenNanoseconds - zero) });
        }
    }

    private static List<ObjectReference> RetainersOf(JfrValue sampled, JfrNames names)
    {
        var retainers = new List<ObjectReference>();
        var reference = sampled["referrer"];
        while (retainers.Count < Limits.ObjectReferences
            && reference["object"] is { IsMissing: false } retainer && names.Class(retainer["type"]) is { } type)
        {
            var field = reference["field"]["name"].Text();
            var declaring = type == "java.lang.Class" && retainer["description"].Text() is { } text
                && text.StartsWith(DeclaringClass, StringComparison.Ordinal) ? text[DeclaringClass.Length..] : null;
            var shown = declaring is null ? type : JvmTypeNames.Readable(declaring) ?? type;
            retainers.Add(new ObjectReference(shown, field, declaring is not null
                && field is not null, JvmTypeNames.IsLibrary(shown), retainer["address"].Number() ?? 0));
            reference = retainer["referrer"];
        }

        return retainers;
    }

    private static ObjectRoot? RootOf(JfrValue root)
    {
        if (root["system"].Text() is not { } system) return null;
        return new ObjectRoot(system, root["type"].Text() is { } type and not "<unknown>" ? type : null, root["description"].Text());
    }
}
