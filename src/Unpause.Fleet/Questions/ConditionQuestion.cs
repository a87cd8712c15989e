using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions;

/// <summary>Which runtime versions, collectors and settings run, and where.</summary>
internal static class ConditionQuestion
{
    /// <summary>Of a name with more values, as a path with a process ID in it has, the most frequent are listed.</summary>
    public const int MostValues = 20;

    private const int MostNames = 5;
    private const int Most = 2_000;

    /// <summary>The conditions by runtime and name: versions first, then collectors, then settings; the most frequent value
    /// first.</summary>
    public static IReadOnlyList<FleetConditionDocument> Ask(IReadOnlyList<ProcessState> processes)
    {
        var found = new Dictionary<(string Runtime, string Name), Dictionary<string, Holders>>();
        foreach (var process in processes)
        {
            Add(process, ConditionNames.Version, process.RuntimeVersion);
            Add(process, ConditionNames.Collector, process.Collector);
            foreach (var (name, value) in process.Settings) Add(process, name, value);
        }

        return [.. found
            .OrderBy(condition => condition.Key.Runtime, StringComparer.Ordinal)
            .ThenBy(condition => Rank(condition.Key.Name)).ThenBy(condition => condition.Key.Name, StringComparer.Ordinal)
            .SelectMany(condition => condition.Value
                .OrderByDescending(value => value.Value.Processes.Count).ThenBy(value => value.Key, StringComparer.Ordinal).Take(MostValues)
                .Select(value => Document(condition.Key.Runtime, condition.Key.Name, value.Key, value.Value)))
            .Take(Most)];

        void Add(ProcessState process, string name, string value)
        {
            if (value.Length == 0 || name.Length == 0) return;
            if (!found.TryGetValue((process.Runtime, name), out var values))
                found.Add((process.Runtime, name), values = new(StringComparer.Ordinal));
            if (!values.TryGetValue(value, out var holders)) values.Add(value, holders = new());
            holders.Processes.Add(process.Process);
            holders.Services.Add(process.Service);
        }
    }

    private static int Rank(string name) => name switch { ConditionNames.Version => 0, ConditionNames.Collector => 1, _ => 2 };

    private static FleetConditionDocument Document(string runtime, string name, string value, Holders holders) => new()
    {
        Runtime = runtime,
        Name = name,
        Value = value,
        Processes = holders.Processes.Count,
        Services = holders.Services.Count,
        ServiceNames = [.. holders.Services.Where(service => service.Length > 0).Order(StringComparer.Ordinal).Take(MostNames)],
    };

    private sealed class Holders
    {
        public HashSet<string> Processes { get; } = new(StringComparer.Ordinal);

        public HashSet<string> Services { get; } = new(StringComparer.Ordinal);
    }
}
