namespace Unpause.Recorder.Probes;

/// <summary>The numbers of the online CPUs.</summary>
internal static class OnlineProcessors
{
    private const string ListFile = "/sys/devices/system/cpu/online";

    // Maximum of CONFIG_NR_CPUS.
    private const int Most = 8192;

    /// <summary>The numbers; empty where the kernel does not list them.</summary>
    public static IReadOnlyList<int> Numbers()
    {
        try
        {
            return Parse(File.ReadAllText(ListFile));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Parses <c>0-3,8,10-11</c>; empty for other text.</summary>
    internal static IReadOnlyList<int> Parse(string list)
    {
        var numbers = new List<int>();
        foreach (var part in list.Trim().Split(','))
        {
            var ends = part.Split('-');
            if (ends.Length > 2 || !TryNumber(ends[0], out var first) || !TryNumber(ends[^1], out var last) || last < first) return [];
            for (var number = first; number <= last; number++) numbers.Add(number);
        }

        return numbers;
    }

    private static bool TryNumber(string text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number < Most;
}
