using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Requests.Attribution.Owners;

/// <summary>
/// Asks the data which of several processes was recorded: each one's requests are laid over the pauses, with the clock that fits them,
/// and counted by how many end inside a pause, which none of the recorded process can.
/// </summary>
internal static class PauseWitness
{
    /// <summary>Fills in what the data say of each candidate.</summary>
    /// <param name="candidates">At most <see cref="Limits.CandidateProcesses"/>.</param>
    /// <param name="processOf">For each set the process of each of its services, one place further; -1 for none.</param>
    /// <param name="resolution">How exactly requests are stamped.</param>
    public static List<Candidate> Ask(
        List<Candidate> candidates, int[][] processOf, IReadOnlyList<RequestSet> sets, Recording recording, RecordedStretch stretch,
        long resolution)
    {
        var intervals = GcIntervals.From(recording, stretch);
        var asRead = PauseTimeline.Merge([.. intervals.Starts], [.. intervals.Durations]);
        var errorBound = ClockFacts.ErrorBound(recording.Clock, resolution);
        return candidates.ConvertAll(candidate =>
        {
            var requests = RequestsOf(candidate, processOf, sets, out var spans);
            if (requests.Count == 0 || asRead.Count == 0) return candidate;
            var clock = ClockAligner.Align(requests, asRead, errorBound, resolution);
            // Where no offset keeps its requests out of the pauses, they are counted as they were read.
            if (clock.State == ClockState.Contradicted) clock = ClockAlignment.AsRead(errorBound);
            var pauses = intervals.Placed(clock);
            return candidate with
            {
                Endings = Endings(requests, pauses, stretch, clock),
                Beginnings = spans ? Count(requests.Starts, [], pauses, stretch, clock) : null,
            };
        });
    }

    /// <summary>How many requests end inside pauses that a clock has placed.</summary>
    public static EndingsInPauses Endings(RequestArray requests, PauseTimeline pauses, RecordedStretch stretch, ClockAlignment clock) =>
        Count(requests.Starts, requests.Durations, pauses, stretch, clock);

    private static EndingsInPauses Count(
        long[] starts, long[] durations, PauseTimeline pauses, RecordedStretch stretch, ClockAlignment clock) =>
        EndingsInPauses.Count(
            starts, durations, pauses, clock.ErrorBoundNanoseconds, clock.Map(stretch.From), clock.Map(stretch.To));

    /// <summary>A candidate's possible requests; their positions say nothing.</summary>
    private static RequestArray RequestsOf(Candidate candidate, int[][] processOf, IReadOnlyList<RequestSet> sets, out bool spans)
    {
        var starts = new long[candidate.Requests];
        var durations = new long[candidate.Requests];
        var count = 0;
        spans = true;
        for (var s = 0; s < sets.Count; s++)
        {
            var requests = sets[s].Requests;
            for (var i = 0; i < requests.Count && count < starts.Length; i++)
            {
                ref var request = ref requests.ItemRef(i);
                if (processOf[s][request.Service + 1] != candidate.Process || !RequestSelection.Possible(request)) continue;
                spans &= request.Span >= 0;
                (starts[count], durations[count]) = (request.StartUnixNanoseconds, request.DurationNanoseconds);
                count++;
            }
        }

        return RequestArray.Create(starts[..count], durations[..count], new int[count]);
    }
}
