namespace Unpause.Recordings.Readers.Ruby;

/// <summary>
/// The end of a request in the log of Rails 7.2 and later: <c>Completed 200 OK in 400ms (Views: 123.4ms | ActiveRecord: 12.3ms (3 queries,
/// 1 cached) | GC: 3.2ms)</c>. Source: Action Pack, log_subscriber.rb (process_action); Active Support, notifications/instrumenter.rb
/// (gc_time: by how much GC.total_time of the process grew during the request).
/// </summary>
/// <param name="GcNanoseconds">The GC time that the line names.</param>
/// <param name="ProcessId">As Ruby's logger writes it (<c>#123]</c>); 0 where it does not.</param>
internal readonly record struct RailsGcLine(long GcNanoseconds, int ProcessId)
{
    private static ReadOnlySpan<byte> Gc => "GC: "u8;

    /// <summary>Whether a line ends a request and names GC; what it says is possible only if it can be read, too.</summary>
    public static bool Names(ReadOnlySpan<byte> line, out ReadOnlySpan<byte> before, out ReadOnlySpan<byte> time)
    {
        before = default;
        time = default;
        var at = line.IndexOf(RubyFormats.Completed);
        if (at < 0 || (at > 0 && line[at - 1] != ' ')) return false;
        var text = line[at..];
        var took = text.IndexOf("ms ("u8);
        if (took < 0 || text[..took].IndexOf(" in "u8) < 0) return false;
        var gc = text.LastIndexOf(Gc);
        if (gc < took || text[gc - 1] is not ((byte)' ' or (byte)'(')) return false;
        before = line[..at];
        time = text[(gc + Gc.Length)..];
        return true;
    }

    /// <summary>Reads a line; false when it names no GC or no possible time.</summary>
    public static bool TryRead(ReadOnlySpan<byte> line, out RailsGcLine read)
    {
        read = default;
        if (!Names(line, out var before, out var time)) return false;
        var cursor = new Utf8Cursor(time);
        if (!cursor.TryTakeFixed(6, out var length) || length > Limits.PauseNanoseconds) return false;
        if (!cursor.TryTake("ms"u8) || (!cursor.TryTake((byte)')') && !cursor.TryTake(" |"u8))) return false;
        read = new(length, ProcessOf(before));
        return true;
    }

    private static int ProcessOf(ReadOnlySpan<byte> before)
    {
        const int MostDigits = 9;
        if (before.IndexOf(" #"u8) is not (>= 0 and var at)) return 0;
        var digits = before[(at + 2)..];
        if (digits.IndexOf((byte)']') is not (> 0 and <= MostDigits and var end)) return 0;
        var id = 0;
        foreach (var digit in digits[..end])
        {
            if (!char.IsAsciiDigit((char)digit)) return 0;
            id = (id * 10) + digit - '0';
        }

        return id;
    }
}
