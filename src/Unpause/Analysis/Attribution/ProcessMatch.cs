using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution;

/// <summary>
/// Which recording each service's requests belong to: by process id; else by the service's name in the recording's
/// command line or file names; else the only recording there is, unless both name a process and the ids differ.
/// </summary>
internal sealed class ProcessMatch
{
    /// <summary>No recording: the service's requests are left out.</summary>
    public const int None = -1;

    private readonly int[][] _recordingOf;

    private ProcessMatch(int[][] recordingOf) => _recordingOf = recordingOf;

    /// <summary>Decides for every service of every set, and explains what is not plain.</summary>
    public static ProcessMatch Of(
        IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, AttributionOptions options, List<Explanation> explanations)
    {
        var match = new ProcessMatch([.. sets.Select(set => RecordingsOf(set, recordings, options))]);
        match.Explain(sets, recordings, options, explanations);
        return match;
    }

    /// <summary>The index of the recording of a request; <see cref="None"/> when it has none.</summary>
    /// <param name="set">Index of the request's set.</param>
    /// <param name="service">Its service; -1 when not said.</param>
    public int RecordingOf(int set, int service) => _recordingOf[set][service + 1];

    private static int[] RecordingsOf(RequestSet set, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        var of = new int[set.Services.Count + 1];
        if (set.RecordedBy is { } own)
        {
            // The services of such a set are the recorded process itself.
            for (var i = 0; i < of.Length; i++) of[i] = OwnRecording(own, i == 0 ? null : set.Services[i - 1].Name, recordings, options);
            return of;
        }

        of[0] = options.Service is null && recordings.Count == 1 ? 0 : None;
        for (var i = 0; i < set.Services.Count; i++) of[i + 1] = RecordingOf(set.Services[i], recordings, options);
        return of;
    }

    private static int OwnRecording(Recording own, string? service, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        if (options.Service is not null && !string.Equals(options.Service, service, StringComparison.OrdinalIgnoreCase)) return None;
        for (var i = 0; i < recordings.Count; i++)
        {
            if (ReferenceEquals(recordings[i], own)) return i;
        }

        return None;
    }

    private static int RecordingOf(Service service, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        if (options.Service is not null && !string.Equals(options.Service, service.Name, StringComparison.OrdinalIgnoreCase)) return None;
        var byId = Only(recordings, recording => service.ProcessId is { } id && recording.Source.ProcessId == id);
        if (byId != None) return byId;
        if (options.Service is not null && recordings.Count == 1) return 0;
        var possible = (Recording recording) => service.ProcessId is null
            || recording.Source.ProcessId is null || recording.Source.ProcessId == service.ProcessId;
        var byName = Only(recordings, recording => possible(recording) && Names(recording, service.Name));
        if (byName != None) return byName;
        return recordings.Count == 1 && possible(recordings[0]) ? 0 : None;
    }

    /// <summary>The index of the only recording that passes; <see cref="None"/> when none or several do.</summary>
    private static int Only(IReadOnlyList<Recording> recordings, Func<Recording, bool> passes)
    {
        var found = None;
        for (var i = 0; i < recordings.Count; i++)
        {
            if (!passes(recordings[i])) continue;
            if (found != None) return None;
            found = i;
        }

        return found;
    }

    private static bool Names(Recording recording, string? service) =>
        !string.IsNullOrWhiteSpace(service)
        && (recording.Source.Command?.Contains(service, StringComparison.OrdinalIgnoreCase) == true
            || recording.Source.Files.Any(file => Path.GetFileName(file).Contains(service, StringComparison.OrdinalIgnoreCase)));

    private void Explain(
        IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, AttributionOptions options, List<Explanation> explanations)
    {
        var services = sets.SelectMany((set, s) => set.Services.Select((service, i) => (Service: service, Recording: RecordingOf(s, i))))
            .Distinct().ToList();
        var unmatched = services.Where(item => item.Recording == None).Select(item => Describe(item.Service)).Distinct(
            StringComparer.Ordinal).ToList();
        var unnamed = recordings.Count > 1 && sets.Any(set => set.Requests.Count > 0 && set.Services.Count == 0);
        if (options.Service is { } wanted && services.TrueForAll(item => item.Recording == None))
        {
            explanations.Add(Explanation.Refusal($"No request is of the service '{wanted}'; there are {Listed(unmatched)}."));
        }
        else if (unnamed)
        {
            explanations.Add(Explanation.Refusal(
                $"The requests don't say which process served them and there are {recordings.Count} recordings: give one recording, or "
                + "requests with a process.pid."));
        }
        else if (unmatched.Count > 0 && options.Service is null)
        {
            explanations.Add(Explanation.Refusal(
                $"Requests of {Listed(unmatched)} are left out: they belong to none of the recorded processes "
                + $"({Listed([.. recordings.Select(Describe)])}). If one of them is the recorded service, name it with --service."));
        }

        for (var r = 0; r < recordings.Count; r++)
        {
            var names = services.Where(item => item.Recording == r && item.Service.Name is not null)
                .Select(item => item.Service.Name!).Distinct(StringComparer.Ordinal).ToList();
            if (names.Count > 1)
            {
                explanations.Add(Explanation.Warning(
                    $"Requests of {names.Count} services ({Listed(names)}) are all laid over {Describe(recordings[r])}: name the "
                    + "recorded one with --service."));
            }
        }
    }

    private static string Describe(Service service) =>
        (service.Name ?? "an unnamed service") + (service.ProcessId is { } id ? $" (process {id})" : "");

    private static string Describe(Recording recording) =>
        recording.Source.ProcessId is { } id
            ? $"process {id}"
            : recording.Source.Files.Count > 0 ? Path.GetFileName(recording.Source.Files[0]) : $"a {recording.Source.Runtime} process";

    private static string Listed(List<string> names) =>
        names.Count <= 3 ? string.Join(", ", names) : $"{string.Join(", ", names.Take(3))} and {names.Count - 3} more";
}
