using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Traces;

/// <summary>The sampled traces of one service, each once, in the order of their ids.</summary>
internal sealed class TracesOfService(string service)
{
    private readonly List<ServiceTrace> _traces = [];

    /// <summary>The service.</summary>
    public string Service { get; } = service;

    /// <summary>The traces.</summary>
    public IReadOnlyList<ServiceTrace> All => _traces;

    /// <summary>Adds a trace.</summary>
    public void Add(in ServiceTrace trace) => _traces.Add(trace);

    /// <summary>
    /// What tells traces apart: the lower half of the id, as in the choice of the sample (<c>TraceHash</c>).
    /// </summary>
    public static ulong KeyOf(in ServiceTrace trace) => (ulong)trace.Trace;

    /// <summary>Puts them in order, and joins what several processes of the service did for one trace.</summary>
    public void Finish()
    {
        _traces.Sort((one, other) => KeyOf(one) != KeyOf(other) ? KeyOf(one).CompareTo(KeyOf(other)) : one.At.CompareTo(other.At));
        var kept = 0;
        for (var i = 0; i < _traces.Count; i++)
        {
            if (kept > 0 && KeyOf(_traces[kept - 1]) == KeyOf(_traces[i])) _traces[kept - 1] = Joined(_traces[kept - 1], _traces[i]);
            else _traces[kept++] = _traces[i];
        }

        _traces.RemoveRange(kept, _traces.Count - kept);
    }

    private static ServiceTrace Joined(in ServiceTrace one, in ServiceTrace other) => one with
    {
        Length = Math.Max(one.At + one.Length, other.At + other.Length) - one.At,
        Stopped = Math.Max(one.Stopped, other.Stopped),
        Report = other.Stopped > one.Stopped ? other.Report : one.Report,
    };
}
