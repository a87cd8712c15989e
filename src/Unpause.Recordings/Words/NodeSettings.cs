namespace Unpause.Recordings.Words;

/// <summary>Names of settings that recordings of Node.js show (<see cref="Source.Settings"/>).</summary>
public static class NodeSettings
{
    /// <summary>The collector's name.</summary>
    public const string Collector = "V8";

    /// <summary>Which isolate of the process it is: the main thread's, or that of a worker thread.</summary>
    public const string Isolate = "isolate";

    /// <summary>The value of <see cref="Isolate"/> for the thread that runs the program.</summary>
    public const string MainThread = "main thread";

    /// <summary>How values of <see cref="Isolate"/> begin for worker threads.</summary>
    public const string Worker = "worker thread";

    /// <summary>V8's limit of the heap, in bytes.</summary>
    public const string HeapLimit = "heap size limit";

    /// <summary>V8's option for the largest semi-space, in MiB.</summary>
    public const string MaxSemiSpace = "--max-semi-space-size";

    /// <summary>V8's option for the limit of the old space, in MiB.</summary>
    public const string MaxOldSpace = "--max-old-space-size";

    /// <summary>What Node.js was started with that changes its collector.</summary>
    public const string Options = "options";

    /// <summary>Sizes are in MiB; more than an exbibyte is none.</summary>
    private const long MostMebibytes = 1L << 40;

    /// <summary>The size in MiB that an option sets among the words of a command line; the last one counts. Null where none does.</summary>
    public static long? Mebibytes(IReadOnlyList<string> words, string option)
    {
        long? set = null;
        for (var i = 0; i < words.Count; i++)
        {
            // V8 takes _ for - in names. A size of 0 is the default again.
            var word = words[i].Replace('_', '-');
            if (!word.StartsWith(option, StringComparison.Ordinal)) continue;
            var value = word.Length == option.Length ? words.ElementAtOrDefault(i + 1)
                : word[option.Length] == '=' ? word[(option.Length + 1)..] : null;
            if (long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var size) && size < MostMebibytes)
                set = size > 0 ? size : null;
        }

        return set;
    }
}
