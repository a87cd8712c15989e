namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>The last state of processes, as far as metrics have it.</summary>
internal sealed class PrometheusStates
{
    private const string RuntimeVersion = "runtime_version";

    private readonly Dictionary<ProcessKey, State> _states = [];

    /// <summary>Adds a series of the information on a process or of a limit, in the order of time.</summary>
    public void AddLast(PrometheusSeries series)
    {
        if (ProcessKey.From(series) is not { } process) return;
        var (state, last) = (Of(process), series.Points[^1]);
        switch (series.Label(PrometheusNames.Name))
        {
            case PrometheusNames.Process when last.Seconds >= state.Seen:
                (state.Seen, state.Version) = (last.Seconds, series.Label(RuntimeVersion));
                break;
            case PrometheusNames.HeapLimit when last.Value >= 0:
                state.HeapLimit = last.Value;
                break;
            case PrometheusNames.MemoryLimit:
                state.MemoryLimit = last.Value;
                break;
        }
    }

    /// <summary>Adds the smallest heaps of hours.</summary>
    public void AddHeap(PrometheusSeries series)
    {
        if (ProcessKey.From(series) is not { } process) return;
        foreach (var point in series.Points)
        {
            if (point.Value >= 0) Of(process).Heaps.Add(point.Value);
        }
    }

    /// <summary>All that have stops or recorded time.</summary>
    public IReadOnlyList<ProcessState> All(PrometheusPart part)
    {
        var sums = new Dictionary<ProcessKey, (double Stopped, double Covered)>();
        foreach (var key in part.Keys())
        {
            var (stopped, covered) = sums.GetValueOrDefault(key.Process);
            var more = part.Stops.TryGetValue(key, out var stops) ? stops.SumSeconds : 0;
            sums[key.Process] = (stopped + more, covered + part.Covered.GetValueOrDefault(key));
        }

        var all = new List<ProcessState>(sums.Count);
        foreach (var (process, (stopped, covered)) in sums)
        {
            var state = _states.GetValueOrDefault(process) ?? new State();
            all.Add(new ProcessState
            {
                Service = process.Service,
                Version = process.Version,
                Host = process.Instance,
                Process = process.Instance,
                Runtime = process.Runtime,
                RuntimeVersion = state.Version,
                Collector = "",
                Settings = [],
                MemoryLimit = state.MemoryLimit is >= 0 and < long.MaxValue and var limit ? (long)limit : null,
                HeapLimit = state.HeapLimit,
                LiveSet = Median(state.Heaps),
                LiveSetDeviation = Deviation(state.Heaps),
                StoppedShare = covered > 0 ? Math.Min(1, stopped / covered) : 0,
            });
        }

        return all;
    }

    private State Of(in ProcessKey process)
    {
        if (!_states.TryGetValue(process, out var state)) _states[process] = state = new State();
        return state;
    }

    private static double? Median(List<double> values)
    {
        if (values.Count == 0) return null;
        values.Sort();
        return (values[(values.Count - 1) / 2] + values[values.Count / 2]) / 2;
    }

    private static double? Deviation(List<double> values)
    {
        if (values.Count < 2) return null;
        var mean = values.Average();
        return Math.Sqrt(values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1));
    }

    private sealed class State
    {
        public double Seen { get; set; }

        public string Version { get; set; } = "";

        public double? HeapLimit { get; set; }

        public double? MemoryLimit { get; set; }

        public List<double> Heaps { get; } = [];
    }
}
