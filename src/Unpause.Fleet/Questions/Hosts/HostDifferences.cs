using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions.Hosts;

/// <summary>What a host has that most hosts with the same service, version and runtime do not have.</summary>
internal sealed class HostDifferences(IReadOnlyList<ProcessState> processes)
{
    private const int Most = 50;

    private readonly ILookup<(string Service, string Version, string Runtime), ProcessState> _twins =
        processes.ToLookup(process => (process.Service, process.Version, process.Runtime));

    /// <summary>The differences, in order of their names.</summary>
    public IReadOnlyList<FleetDifferenceDocument> Of(string host, (string Service, string Version, string Runtime) key)
    {
        var hosts = _twins[key].GroupBy(process => process.Host, StringComparer.Ordinal)
            .ToDictionary(twin => twin.Key, Conditions, StringComparer.Ordinal);
        if (!hosts.Remove(host, out var own) || hosts.Count == 0) return [];
        var counts = new SortedDictionary<string, Dictionary<string, int>>(StringComparer.Ordinal);
        foreach (var name in own.Keys) counts.TryAdd(name, new(StringComparer.Ordinal));
        foreach (var twin in hosts.Values)
        {
            foreach (var (name, value) in twin)
            {
                if (!counts.TryGetValue(name, out var values)) counts.Add(name, values = new(StringComparer.Ordinal));
                values[value] = values.GetValueOrDefault(value) + 1;
            }
        }

        var found = new List<FleetDifferenceDocument>();
        foreach (var (name, values) in counts)
        {
            var here = own.GetValueOrDefault(name);
            var absent = hosts.Count - values.Values.Sum();
            var usual = values.Where(value => 2 * value.Value > hosts.Count).Select(value => value.Key).FirstOrDefault();
            if ((usual is null && 2 * absent <= hosts.Count) || usual == here) continue;
            found.Add(new() { Name = name, Here = here, Others = usual });
            if (found.Count == Most) break;
        }

        return found;
    }

    /// <summary>The value of each condition that most processes of a host have.</summary>
    private static Dictionary<string, string> Conditions(IEnumerable<ProcessState> processes) =>
        processes.SelectMany(Conditions).Where(condition => condition.Value.Length > 0)
            .GroupBy(condition => condition.Key, StringComparer.Ordinal)
            .ToDictionary(
                condition => condition.Key,
                condition => condition.GroupBy(one => one.Value, StringComparer.Ordinal)
                    .OrderByDescending(value => value.Count()).ThenBy(value => value.Key, StringComparer.Ordinal).First().Key,
                StringComparer.Ordinal);

    private static IEnumerable<KeyValuePair<string, string>> Conditions(ProcessState process)
    {
        yield return new(ConditionNames.Version, process.RuntimeVersion);
        yield return new(ConditionNames.Collector, process.Collector);
        if (process.MemoryLimit is { } limit) yield return new(ConditionNames.MemoryLimit, limit.ToString(CultureInfo.InvariantCulture));
        foreach (var setting in process.Settings) yield return setting;
    }
}
