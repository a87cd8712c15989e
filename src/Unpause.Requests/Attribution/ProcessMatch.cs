using Unpause.Requests.Attribution.Owners;

namespace Unpause.Requests.Attribution;

/// <summary>Which recording each service's requests belong to, as <see cref="OwnerSearch"/> finds it.</summary>
public sealed class ProcessMatch
{
    /// <summary>No recording: the service's requests are left out.</summary>
    public const int None = -1;

    private readonly int[][] _recordingOf;

    private ProcessMatch(int[][] recordingOf, IReadOnlyList<Explanation> explanations) =>
        (_recordingOf, Explanations) = (recordingOf, explanations);

    /// <summary>No requests.</summary>
    public static ProcessMatch Nobody { get; } = new([], []);

    /// <summary>Which processes were chosen, and which could not be.</summary>
    public IReadOnlyList<Explanation> Explanations { get; }

    /// <summary>Decides for every service of every set.</summary>
    public static ProcessMatch Find(IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        var search = new OwnerSearch(sets, recordings, options);
        var (recordingOf, explanations) = search.Run();
        var of = new int[sets.Count][];
        for (var s = 0; s < sets.Count; s++)
        {
            of[s] = new int[sets[s].Services.Count + 1];
            for (var i = 0; i < of[s].Length; i++)
            {
                of[s][i] = sets[s].RecordedBy is { } own
                    ? OwnRecording(own, i == 0 ? null : sets[s].Services[i - 1].Name, recordings, options)
                    : i == 0 ? search.Unnamed(s) : recordingOf[search.ProcessOf(s, i - 1)];
            }
        }

        return new ProcessMatch(of, explanations);
    }

    /// <summary>The index of the recording of a request; <see cref="None"/> when it has none.</summary>
    /// <param name="set">Index of the request's set.</param>
    /// <param name="service">Its service; -1 when not said.</param>
    public int RecordingOf(int set, int service) => _recordingOf[set][service + 1];

    /// <summary>The services of such a set are the recorded process itself.</summary>
    private static int OwnRecording(Recording own, string? service, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        if (options.Service is not null && !string.Equals(options.Service, service, StringComparison.OrdinalIgnoreCase)) return None;
        for (var i = 0; i < recordings.Count; i++)
        {
            // A recording with its exit collections included is a copy; its requests are the same.
            if (ReferenceEquals(recordings[i].Requests, own.Requests)) return i;
        }

        return None;
    }
}
