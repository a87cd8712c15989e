namespace Unpause.Recordings.Readers.Python;

/// <summary>
/// A line that a program's own callback (<c>gc.callbacks</c>) wrote at the end of a collection. Sources: vLLM, vllm/utils/gc_utils.py
/// (<c>VLLM_GC_DEBUG=1</c>, 0.11 and later); LMCache, lmcache/v1/mp_observability (<c>GCMonitor</c>); SGLang,
/// python/sglang/srt/utils (<c>--gc-warning-threshold-secs</c>); Odoo 19, odoo/tools/gc.py (<c>--log-handler gc:DEBUG</c>).
/// </summary>
/// <param name="Program">Whose line it is.</param>
/// <param name="Generation">Which generation was collected; null where the program does not know.</param>
/// <param name="Nanoseconds">How long it took.</param>
/// <param name="ProcessId">As the line's beginning names it; 0 where it does not.</param>
internal readonly record struct CallbackLine(string Program, int? Generation, long Nanoseconds, int ProcessId)
{
    public const string Vllm = "vLLM", LmCache = "LMCache", SgLang = "SGLang", Odoo = "Odoo";

    /// <summary>Objects that it freed; null where the line does not say.</summary>
    public long? Freed { get; init; }

    /// <summary>Objects in cycles that it could not free; null where the line does not say.</summary>
    public long? Uncollectable { get; init; }

    /// <summary>Objects in the generation before; null where the line does not say.</summary>
    public long? Objects { get; init; }

    // "GC took 4442.360ms to complete. Collected 377 objects (out of 1052645) in GC generation 2."
    private static ReadOnlySpan<byte> VllmMark => "GC took "u8;

    // "GC gen2 143.6ms collected=243 uncollectable=0 builtins.function=60915"
    private static ReadOnlySpan<byte> LmCacheMark => "GC gen"u8;

    // "LONG GARBAGE COLLECTION DETECTED | Generation 2 | Duration: 0.3012s | # Objects: gen0=1, gen1=2, gen2=3 | This may …"
    private static ReadOnlySpan<byte> SgLangMark => "LONG GARBAGE COLLECTION DETECTED | Generation "u8;

    // "collected {'generation': 2, 'collected': 12, 'uncollectable': 0} in 143.61ms"
    private static ReadOnlySpan<byte> OdooMark => "collected {'generation': "u8;

    /// <summary>Whether a text has what is in each such line.</summary>
    public static bool HasMark(ReadOnlySpan<byte> text) =>
        text.IndexOf(VllmMark) >= 0 || text.IndexOf(LmCacheMark) >= 0 || text.IndexOf(SgLangMark) >= 0 || text.IndexOf(OdooMark) >= 0;

    /// <summary>Reads a line; false when it is none of these.</summary>
    public static bool TryRead(ReadOnlySpan<byte> line, out CallbackLine read)
    {
        if (line.IndexOf(VllmMark) is var vllm and >= 0 && TryReadVllm(line[(vllm + VllmMark.Length)..], out read))
            return NameProcess(line[..vllm], ref read);
        if (line.IndexOf(LmCacheMark) is var cache and >= 0 && TryReadLmCache(line[(cache + LmCacheMark.Length)..], out read))
            return NameProcess(line[..cache], ref read);
        if (line.IndexOf(SgLangMark) is var lang and >= 0 && TryReadSgLang(line[(lang + SgLangMark.Length)..], out read))
            return NameProcess(line[..lang], ref read);
        read = default;
        return line.IndexOf(OdooMark) is var odoo and >= 0 && TryReadOdoo(line[(odoo + OdooMark.Length)..], out read)
            && NameProcess(line[..odoo], ref read);
    }

    /// <summary>The count of collected objects is ? where the callback did not get it.</summary>
    private static bool TryReadVllm(ReadOnlySpan<byte> text, out CallbackLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(text);
        if (!TryTakeMilliseconds(ref cursor, out var length) || !cursor.TryTake("ms to complete. Collected "u8)) return false;
        long? freed = cursor.TryTakeInteger(out var count) && count >= 0 ? count : null;
        if (freed is null && !cursor.TryTake((byte)'?')) return false;
        if (!cursor.TryTake(" objects "u8)) return false;
        // Since 0.12.
        long? objects = null;
        if (cursor.TryTake("(out of "u8))
        {
            if (!cursor.TryTakeInteger(out var all) || all < 0 || !cursor.TryTake(") "u8)) return false;
            objects = all;
        }

        if (!cursor.TryTake("in GC generation "u8) || !TryTakeGeneration(ref cursor, out var generation)) return false;
        if (!cursor.TryTake((byte)'.')) return false;
        read = new(Vllm, generation, length, 0) { Freed = freed, Objects = objects };
        return true;
    }

    private static bool TryReadLmCache(ReadOnlySpan<byte> text, out CallbackLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(text);
        if (!TryTakeGeneration(ref cursor, out var generation) || !cursor.TryTake((byte)' ')) return false;
        if (!TryTakeMilliseconds(ref cursor, out var length) || !cursor.TryTake("ms collected="u8)) return false;
        if (!cursor.TryTakeInteger(out var freed) || freed < 0 || !cursor.TryTake(" uncollectable="u8)) return false;
        if (!cursor.TryTakeInteger(out var uncollectable) || uncollectable < 0) return false;
        read = new(LmCache, generation, length, 0) { Freed = freed, Uncollectable = uncollectable };
        return true;
    }

    private static bool TryReadSgLang(ReadOnlySpan<byte> text, out CallbackLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(text);
        if (!TryTakeGeneration(ref cursor, out var generation) || !cursor.TryTake(" | Duration: "u8)) return false;
        if (!cursor.TryTakeFixed(9, out var length) || length > Limits.PauseNanoseconds || !cursor.TryTake("s "u8)) return false;
        read = new(SgLang, generation, length, 0);
        return true;
    }

    private static bool TryReadOdoo(ReadOnlySpan<byte> text, out CallbackLine read)
    {
        read = default;
        var cursor = new Utf8Cursor(text);
        if (!TryTakeGeneration(ref cursor, out var generation) || !cursor.TryTake(", 'collected': "u8)) return false;
        if (!cursor.TryTakeInteger(out var freed) || freed < 0 || !cursor.TryTake(", 'uncollectable': "u8)) return false;
        if (!cursor.TryTakeInteger(out var uncollectable) || uncollectable < 0) return false;
        // Later versions of CPython report more.
        if (!cursor.TrySkipPast("} in "u8) || !TryTakeMilliseconds(ref cursor, out var length) || !cursor.TryTake("ms"u8)) return false;
        read = new(Odoo, generation, length, 0) { Freed = freed, Uncollectable = uncollectable };
        return true;
    }

    private static bool TryTakeMilliseconds(ref Utf8Cursor cursor, out long nanoseconds) =>
        cursor.TryTakeFixed(6, out nanoseconds) && nanoseconds <= Limits.PauseNanoseconds;

    private static bool TryTakeGeneration(ref Utf8Cursor cursor, out int? generation)
    {
        generation = null;
        if (cursor.TryTake("None"u8)) return true;
        if (!cursor.TryTakeInteger(out var number) || number is < 0 or > 2) return false;
        generation = (int)number;
        return true;
    }

    /// <summary>vLLM's <c>(EngineCore pid=3684)</c>, Odoo's <c>2025-06-10 10:00:00,123 1234 DEBUG</c>.</summary>
    private static bool NameProcess(ReadOnlySpan<byte> start, ref CallbackLine read)
    {
        const int MostDigits = 9;
        var digits = start;
        if (read.Program == Odoo)
        {
            var end = start.IndexOf(" DEBUG "u8);
            if (end < 0) return true;
            digits = start[(start[..end].LastIndexOf((byte)' ') + 1)..end];
        }
        else
        {
            var at = start.LastIndexOf(" pid="u8);
            if (at < 0) return true;
            digits = start[(at + " pid="u8.Length)..];
            if (digits.IndexOf((byte)')') is not (>= 0 and var end)) return true;
            digits = digits[..end];
        }

        if (digits.Length is 0 or > MostDigits || digits.ContainsAnyExceptInRange((byte)'0', (byte)'9')) return true;
        var id = 0;
        foreach (var digit in digits) id = (id * 10) + digit - '0';
        read = read with { ProcessId = id };
        return true;
    }
}
