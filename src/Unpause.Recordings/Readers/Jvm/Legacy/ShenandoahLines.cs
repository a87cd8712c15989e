using Unpause.Recordings.Readers.Jvm.Unified;

namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// Shenandoah of JDK 8 logs what it logs since JDK 11, in the older format: <c>2.464: [Concurrent reset, start]</c>,
/// <c>2.472: [Pause Init Mark (process weakrefs), 3.341 ms]</c>, <c>3.344: [Concurrent cleanup 1613M-&gt;1361M(1636M), 0.092 ms]</c>;
/// before 8u171 with lines of details between a pause's name and its end, <c> 2497M-&gt;2499M(3981M), 0.800 ms]</c>. Those early builds
/// stamp a line when it begins, and print sizes after marking; later ones stamp it when it ends.
/// </summary>
internal sealed class ShenandoahLines(JvmProcess process)
{
    private readonly TimedMessages _timed = new(process);
    private CollectionSlot? _cycle;
    private bool _marked;
    private bool? _stampsAreStarts;
    private (byte[] Name, JvmStamp? Stamp)? _open;

    /// <summary>The name of the pause or phase that a text begins with; null when it is none of Shenandoah's.</summary>
    public static string? NameOf(ReadOnlySpan<byte> text)
    {
        foreach (var word in PauseWords.Shenandoah)
        {
            if (text.Length >= word.Length && System.Text.Ascii.Equals(text[..word.Length], word)) return word;
        }

        return null;
    }

    /// <summary>Takes in a line's text after its timestamp; false when it is none of Shenandoah's.</summary>
    /// <param name="understood">Whether all of it was understood.</param>
    public bool TryRead(ReadOnlySpan<byte> text, JvmStamp? stamp, out bool understood)
    {
        understood = true;
        text = text.TrimEnd((byte)' ');
        if (text.StartsWith("Trigger"u8))
        {
            _timed.PendingTrigger = ShenandoahTrigger.Find(text) ?? _timed.PendingTrigger;
            return true;
        }

        if (text is [(byte)'[', ..] && NameOf(text[1..]) is { } name)
        {
            understood = _open is null;
            ReadNamed(text[1..], name, stamp, ref understood);
            return true;
        }

        if (_open is not { } open || !text.EndsWith(" ms]"u8)) return false;
        _open = null;
        understood = Apply([.. open.Name, .. text], open.Stamp, atEnd: false);
        return true;
    }

    private void ReadNamed(ReadOnlySpan<byte> text, string name, JvmStamp? stamp, ref bool understood)
    {
        _open = null;
        if (text is not [.., (byte)']'])
        {
            // Details follow on lines of their own.
            _open = (text[..name.Length].ToArray(), stamp);
            return;
        }

        if (!text.EndsWith(", start]"u8))
        {
            understood &= Apply(text, stamp, atEnd: true);
            return;
        }

        _stampsAreStarts = false;
        if (stamp is { } known) process.Observe(known);
    }

    /// <summary>Takes in <c>name (detail) sizes, 1.2 ms]</c>.</summary>
    private bool Apply(ReadOnlySpan<byte> text, JvmStamp? stamp, bool atEnd)
    {
        text = text.TrimEnd((byte)']');
        var comma = text.LastIndexOf(", "u8);
        if (comma < 0 || !text.EndsWith(" ms"u8)) return false;
        var cursor = new Utf8Cursor(text[(comma + 2)..^3]);
        if (!cursor.TryTakeMilliseconds(out var duration) || !cursor.AtEnd || duration > Limits.PauseNanoseconds) return false;
        text = text[..comma];
        if (text.StartsWith("Pause Final Mark"u8) || text.StartsWith("Concurrent marking"u8))
        {
            _stampsAreStarts ??= text.IndexOf("->"u8) >= 0;
        }

        var end = atEnd && _stampsAreStarts != true ? stamp : stamp + duration;
        if (stamp is { } first) process.Observe(first);
        if (end is { } known) process.Observe(known);
        _timed.Apply(CycleOf(text, end?.Nanoseconds - duration), text, duration, end?.Nanoseconds);
        return true;
    }

    /// <summary>A cycle begins with a reset or an initial mark; a full collection is separate and ends it.</summary>
    private CollectionSlot CycleOf(ReadOnlySpan<byte> text, long? start)
    {
        if (text.StartsWith("Pause Full"u8))
        {
            _cycle = null;
            return Begin(start);
        }

        var marks = text.StartsWith("Pause Init Mark"u8);
        if (_cycle is null || (_marked && (marks || text.StartsWith("Concurrent reset"u8))))
        {
            _cycle = Begin(start);
            _marked = false;
        }

        _marked |= marks;
        return _cycle;
    }

    private CollectionSlot Begin(long? start) => _timed.Open(process.NextNumber, start);
}
