using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Requests.Attribution.Owners;

/// <summary>
/// Finds whose pauses and whose requests they are, for reports and for filling alike. With one recording, one process of the requests is
/// taken (<see cref="OwnerChoice"/>); with several, each process goes to the one recording that something ties it to.
/// </summary>
internal sealed class OwnerSearch
{
    private readonly IReadOnlyList<RequestSet> _sets;
    private readonly IReadOnlyList<Recording> _recordings;
    private readonly AttributionOptions _options;
    private readonly ServingProcesses _processes;
    private readonly int[][] _processOf;
    private readonly long[] _requests;
    private readonly bool[] _wanted;

    /// <summary>Collects what the requests say about the processes that served them.</summary>
    public OwnerSearch(IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        (_sets, _recordings, _options) = (sets, recordings, options);
        _processes = ServingProcesses.Group(sets.Where(set => set.RecordedBy is null).SelectMany(set => set.Services));
        _processOf = [.. sets.Select(ProcessesOf)];
        _requests = Count(_ => true);
        _wanted = [.. _processes.All.Select(process => IsWanted(process, options))];
    }

    /// <summary>The process of a set's service.</summary>
    public int ProcessOf(int set, int service) => _processOf[set][service + 1];

    /// <summary>
    /// The recording of requests without a process: the only recording there is, unless other requests of the input have one.
    /// </summary>
    public int Unnamed(int set) =>
        _recordings.Count == 1 && _sets[set].Services.Count == 0 && (_options.Service ?? _options.Instance) is null
        || (_recordings.Count == 1 && _processes.All.Count == 0)
            ? 0
            : ProcessMatch.None;

    /// <summary>The recording of each process; <see cref="ProcessMatch.None"/> for those that are left out.</summary>
    public (int[] RecordingOf, IReadOnlyList<Explanation> Explanations) Run()
    {
        var recordingOf = new int[_processes.All.Count];
        Array.Fill(recordingOf, ProcessMatch.None);
        if (_recordings.Count == 0) return (recordingOf, []);
        var explanations = new List<Explanation>();
        if (_recordings.Count > 1 && _sets.Any(set => set.Requests.Count > 0 && set is { Services.Count: 0, RecordedBy: null }))
        {
            explanations.Add(new Explanation.ProcessUnknown(_recordings.Count));
        }

        if (recordingOf.Length == 0) return (recordingOf, explanations);
        if (!Array.Exists(_wanted, wanted => wanted))
        {
            explanations.Add(new Explanation.ServiceNotFound(_options.Service, _options.Instance, _processes.All));
            return (recordingOf, explanations);
        }

        var untied = new List<Candidate>();
        var shares = Shares(untied);
        var asked = _options.Service is not null || _options.Instance is not null;
        for (var r = 0; r < _recordings.Count; r++)
        {
            if (shares[r].Count == 0) continue;
            var choice = OwnerChoice.Choose(shares[r], asked, _options.SameRuntimeOnly, Witness(r));
            if (choice.Taken is { } taken) recordingOf[taken.Process] = r;
            var all = _recordings.Count == 1 ? All(r, shares[r]) : shares[r];
            if (choice.Explain(all, _recordings[r].Source, asked) is { } explanation) explanations.Add(explanation);
        }

        if (untied.Count > 0)
        {
            explanations.Add(new Explanation.ProcessesUnmatched(
                [.. untied.Select(candidate => candidate.Served)], [.. _recordings.Select(recording => recording.Source)]));
        }

        return (recordingOf, explanations);
    }

    /// <summary>The processes among which each recording's own is.</summary>
    private List<Candidate>[] Shares(List<Candidate> untied)
    {
        var shares = new List<Candidate>[_recordings.Count];
        for (var r = 0; r < shares.Length; r++) shares[r] = [];
        var inside = _recordings.Count == 1 ? Inside(0) : _requests;
        for (var p = 0; p < _processes.All.Count; p++)
        {
            if (!_wanted[p]) continue;
            var nearest = Nearest(p);
            var candidate = CandidateOf(p, nearest, inside[p]);
            if (nearest != ProcessMatch.None) shares[nearest].Add(candidate);
            else if (candidate.Requests > 0) untied.Add(candidate);
        }

        return shares;
    }

    /// <summary>
    /// The only recording; of several the one to which more ties a process than to any other, or the only one of its runtime.
    /// </summary>
    private int Nearest(int process)
    {
        if (_recordings.Count == 1) return 0;
        var (best, strongest, shared) = (ProcessMatch.None, TieStrength.Possible, false);
        var (possible, count) = (ProcessMatch.None, 0);
        for (var r = 0; r < _recordings.Count; r++)
        {
            var strength = TieOf(process, r).Strength;
            if (strength >= TieStrength.Possible) (possible, count) = (r, count + 1);
            if (strength > strongest) (best, strongest, shared) = (r, strength, false);
            else if (strength == strongest) shared = true;
        }

        if (best != ProcessMatch.None && !shared) return best;
        return count == 1 && Runs(process, possible) ? possible : ProcessMatch.None;
    }

    private bool Runs(int process, int recording) =>
        _recordings[recording].Source.Traits.Runs(_processes.All[process].Language, _processes.All[process].RuntimeName) == true;

    private Tie TieOf(int process, int recording) => Tie.Compare(_processes.All[process], _recordings[recording], _options.Identity);

    private Candidate CandidateOf(int process, int recording, long inside) => new(
        process,
        _processes.All[process],
        recording == ProcessMatch.None ? new Tie(TieStrength.OtherProcess, TieFact.None) : TieOf(process, recording),
        _requests[process],
        inside);

    /// <summary>With those that the user didn't name: their requests are left out.</summary>
    private List<Candidate> All(int recording, List<Candidate> chosen)
    {
        var all = new List<Candidate>(chosen);
        for (var p = 0; p < _wanted.Length; p++)
        {
            if (!_wanted[p]) all.Add(CandidateOf(p, recording, 0));
        }

        return all;
    }

    private Func<List<Candidate>, List<Candidate>> Witness(int recording) => candidates =>
        RecordedStretch.Find(_recordings[recording]) is { } stretch
            ? PauseWitness.Ask(candidates, _processOf, _sets, _recordings[recording], stretch, Resolution())
            : candidates;

    private long Resolution() => _sets.Max(set => set.ResolutionNanoseconds > 1 ? set.ResolutionNanoseconds : 0);

    private long[] Inside(int recording)
    {
        if (_processes.All.Count < 2 || RecordedStretch.Find(_recordings[recording]) is not { } stretch) return _requests;
        return Count(request => request.StartUnixNanoseconds >= stretch.From && request.StartUnixNanoseconds <= stretch.To);
    }

    private long[] Count(Predicate<Request> which)
    {
        var counts = new long[_processes.All.Count];
        for (var s = 0; s < _sets.Count; s++)
        {
            if (_sets[s].Services.Count == 0 || _sets[s].RecordedBy is not null) continue;
            var requests = _sets[s].Requests;
            for (var i = 0; i < requests.Count; i++)
            {
                ref var request = ref requests.ItemRef(i);
                var process = _processOf[s][request.Service + 1];
                if (process >= 0 && RequestSelection.Possible(request) && which(request)) counts[process]++;
            }
        }

        return counts;
    }

    private int[] ProcessesOf(RequestSet set)
    {
        var of = new int[set.Services.Count + 1];
        of[0] = ProcessMatch.None;
        for (var i = 0; i < set.Services.Count; i++)
        {
            of[i + 1] = set.RecordedBy is null ? _processes.IndexOf(set.Services[i]) : ProcessMatch.None;
        }

        return of;
    }

    private static bool IsWanted(Service process, AttributionOptions options) =>
        (options.Service is null || Same(process.Name, options.Service))
        && (options.Instance is not { } instance || Same(process.Identity, instance) || Same(process.Instance, instance)
            || Same(process.Pod, instance) || Same(process.Container, instance) || Same(process.Host, instance)
            || process.ProcessId?.ToString(System.Globalization.CultureInfo.InvariantCulture) == instance);

    private static bool Same(string? a, string b) => string.Equals(a, b, StringComparison.OrdinalIgnoreCase);
}

/// <summary>A process that served requests and may be the recorded one.</summary>
/// <param name="Process">Its index among <see cref="ServingProcesses.All"/>.</param>
/// <param name="Served">What is known of it.</param>
/// <param name="Tie">What ties it to the recording.</param>
/// <param name="Inside">Of them, those that came while the recording ran.</param>
public sealed record Candidate(int Process, Service Served, Tie Tie, long Requests, long Inside)
{
    /// <summary>How many of its requests end inside pauses; null when that was not counted.</summary>
    public EndingsInPauses? Endings { get; init; }

    /// <summary>How many start inside pauses, where the process itself recorded the times; null when that was not counted.</summary>
    public EndingsInPauses? Beginnings { get; init; }

    /// <summary>Whether the data say that it is the recorded one.</summary>
    public bool Fits => Endings is { Fits: true };
}
