using System.Buffers.Text;

namespace Unpause.Requests.Latencies;

/// <summary>
/// What wrk and wrk2 print. Of wrk: the longest latency, and with --latency those of 50, 75, 90 and 99 %; of wrk2 more. Two decimals each.
/// Source: wrk 4.1.0, src/wrk.c, print_stats and print_stats_latency; wrk2, the same and print_hdr_latency.
/// </summary>
internal static class WrkSummary
{
    /// <summary>The two programs, as formats.</summary>
    public const string Wrk = "wrk", Wrk2 = "wrk2";

    private const int LongestPerMille = 1000;

    /// <summary>Whether a block begins with it.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.StartsWith("Running "u8) && block.IndexOf("Thread Stats"u8) >= 0;

    /// <summary>Reads to the end; null when it contains no latency.</summary>
    public static LatencyTable? Read(LineReader lines)
    {
        var percentiles = new Dictionary<int, long>();
        var (corrected, requests, failed, distributions) = (false, (long?)null, 0L, 0);
        while (lines.MoveNext())
        {
            var line = lines.Line.Trim(" \t"u8);
            if (line.StartsWith("Latency Distribution"u8))
            {
                // wrk2 may print a second one, of latencies that leave out what a request waited to be sent.
                distributions++;
                corrected |= line.IndexOf("HdrHistogram"u8) >= 0;
            }
            else if (line.StartsWith("Latency "u8))
            {
                if (TakeLongest(line) is { } longest) percentiles.TryAdd(LongestPerMille, longest);
            }
            else if (distributions == 1 && line.IndexOf((byte)'%') is > 0 and var percent)
            {
                TakePercentile(line, percent, percentiles);
            }
            else if (line.StartsWith("Socket errors:"u8) || line.StartsWith("Non-2xx or 3xx responses:"u8))
            {
                failed = Sum(line, failed);
            }
            else if (line.IndexOf(" requests in "u8) is > 0 and var end && Utf8Parser.TryParse(line[..end], out long count, out _))
            {
                requests = count;
            }
        }

        return percentiles.Count == 0 ? null : new LatencyTable(corrected ? Wrk2 : Wrk, requests, failed, percentiles);
    }

    /// <summary><c>Latency    43.69ms    4.46ms  56.00ms   97.80%</c>: mean, deviation, longest.</summary>
    private static long? TakeLongest(ReadOnlySpan<byte> line)
    {
        const int Longest = 3;
        var index = 0;
        foreach (var range in line.Split((byte)' '))
        {
            var word = line[range];
            if (!word.IsEmpty && index++ == Longest) return TimeText.Read(word);
        }

        return null;
    }

    /// <summary><c>99%   48.15ms</c>, <c>99.900%    6.43ms</c>.</summary>
    private static void TakePercentile(ReadOnlySpan<byte> line, int percent, Dictionary<int, long> percentiles)
    {
        if (!Utf8Parser.TryParse(line[..percent], out decimal share, out var used) || used != percent || share is < 0 or > 100) return;
        var perMille = share * 10;
        if (perMille != decimal.Truncate(perMille) || TimeText.Read(line[(percent + 1)..].Trim((byte)' ')) is not { } value) return;
        // The distribution's own longest is exact where wrk2's statistics are not.
        if (perMille == LongestPerMille) percentiles[LongestPerMille] = value;
        else percentiles.TryAdd((int)perMille, value);
    }

    /// <summary>Adds the numbers of <c>connect 0, read 3, write 0, timeout 1</c>, or of <c>46</c>.</summary>
    private static long Sum(ReadOnlySpan<byte> line, long sum)
    {
        var values = line[(line.IndexOf((byte)':') + 1)..];
        foreach (var range in values.SplitAny(", "u8))
        {
            if (Utf8Parser.TryParse(values[range], out long number, out _) && number > 0 && number <= long.MaxValue - sum) sum += number;
        }

        return sum;
    }
}
