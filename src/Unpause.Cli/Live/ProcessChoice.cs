using Unpause.Recordings.Words;

namespace Unpause.Cli.Live;

/// <summary>Which processes <c>unpause ps</c> lists, and in what order.</summary>
internal static class ProcessChoice
{
    private static readonly (string Name, Func<IEnumerable<LiveProcess>, IEnumerable<LiveProcess>> Sort)[] Sorts =
    [
        ("pid", all => all.OrderBy(process => process.Id)),
        ("user", all => all.OrderBy(process => process.User, StringComparer.Ordinal)),
        ("runtime", all => all.OrderBy(process => process.Runtime, StringComparer.Ordinal)),
        ("heap", all => all.OrderByDescending(process => process.HeapLimitBytes ?? -1)),
        ("since", all => all.OrderByDescending(process => process.StartedAt)),
    ];

    /// <summary>Names of orders; the first is the default.</summary>
    public static string[] Orders => [.. Sorts.Select(sort => sort.Name)];

    /// <summary>The processes that match every word, sorted.</summary>
    public static IReadOnlyList<LiveProcess> Select(IEnumerable<LiveProcess> all, string[] words, string order) =>
        [.. Array.Find(Sorts, sort => sort.Name == order).Sort(all.Where(process => Array.TrueForAll(words, word => Has(process, word))))];

    private static bool Has(LiveProcess process, string word)
    {
        // Such a word selects the runtime, not commands that contain the letters, such as mongo.
        if (Runtimes.FindCommon(word) is { } runtime) return process.Runtime == runtime;

        string?[] texts =
        [
            process.Version, process.Collector, process.User, process.Service, process.ContainerId, process.Pod, .. process.Command
        ];
        return word == process.Id.ToString(CultureInfo.InvariantCulture)
            || Array.Exists(texts, text => text?.Contains(word, StringComparison.OrdinalIgnoreCase) == true);
    }
}
