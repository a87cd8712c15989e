using Unpause.Fleet.Annotations;
using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>Asks a store all questions and makes the document of the answers.</summary>
internal static class FleetComposer
{
    /// <summary>The share of process time that is recorded below which amounts per day are said to be extrapolated.</summary>
    private const double LittleShare = 0.5;

    /// <summary>The document.</summary>
    public static async Task<FleetDocument> ComposeAsync(IFleetStore store, FleetRequest asked, FleetSelection selection,
        CancellationToken stop)
    {
        using var grafana = Asks(asked, FleetQuestion.Deploys, FleetQuestion.Alerts) ? GrafanaClient.Open(asked) : null;
        var coverage = await store.CoverageAsync(selection, stop).ConfigureAwait(false);
        var source = Source(coverage);
        // Before what takes longer: Grafana may refuse.
        var (annotations, left) = grafana is not null && coverage is { From: { } from, To: { } to }
            ? await grafana.ReadAsync(from, to, stop).ConfigureAwait(false) : ([], []);
        var causes = Asks(asked, FleetQuestion.ToDo) ? await store.CausesAsync(selection, stop).ConfigureAwait(false) : [];
        var toDo = causes is null ? [] : ToDoList.Make(causes);
        var slices = Asks(asked, FleetQuestion.Deploys, FleetQuestion.Hosts, FleetQuestion.FanOut, FleetQuestion.Alerts)
            ? await store.SlicesAsync(selection, stop).ConfigureAwait(false) : [];
        var processes = Asks(asked, FleetQuestion.Hosts, FleetQuestion.Memory, FleetQuestion.Conditions)
            ? await store.ProcessesAsync(selection, stop).ConfigureAwait(false) : [];
        var stops = Asks(asked, FleetQuestion.Coincidences) ? await store.LongStopsAsync(selection, stop).ConfigureAwait(false) : [];
        var traces = Asks(asked, FleetQuestion.Traces) ? await store.TracesAsync(selection, stop).ConfigureAwait(false) : [];
        var alerts = Asks(asked, FleetQuestion.Alerts) ? await store.AlertsAsync(selection, stop).ConfigureAwait(false) : [];
        var marks = new ServiceAnnotations(
            annotations, asked.GrafanaTag, slices.Select(slice => slice.Service), isPart: asked.Where is not null);
        var deploys = Asks(asked, FleetQuestion.Deploys, FleetQuestion.Alerts) ? DeployQuestion.Ask(slices, marks) : [];
        return new()
        {
            ToolVersion = ToolVersion.Text,
            Verdict = FleetText.Verdict(source, causes is null || !Asks(asked, FleetQuestion.ToDo) ? null : toDo, deploys),
            Source = source,
            ToDo = toDo,
            Deploys = Asks(asked, FleetQuestion.Deploys) ? deploys : [],
            Hosts = Asks(asked, FleetQuestion.Hosts) ? HostQuestion.Ask(slices, processes) : [],
            Coincidences = stops is null ? [] : CoincidenceQuestion.Ask(stops),
            Traces = traces is null ? [] : TraceQuestion.Ask(traces),
            FanOut = Asks(asked, FleetQuestion.FanOut) ? FanOutQuestion.Ask(slices, asked.FanOut) : [],
            Memory = Asks(asked, FleetQuestion.Memory) ? MemoryQuestion.Ask(processes) : [],
            Conditions = Asks(asked, FleetQuestion.Conditions) ? ConditionQuestion.Ask(processes) : [],
            Alerts = alerts is null ? [] : [.. alerts.Select(alert => AlertState.Judge(alert, deploys))],
            NotAnswered = [.. NotAnswered(asked, causes is null, stops is null, traces, alerts is null, processes)],
            Notes = [.. coverage.Notes, .. Notes(coverage, slices), .. left, .. grafana is null ? [] : marks.Notes()],
        };
    }

    /// <summary>Whether any of these questions is asked.</summary>
    private static bool Asks(FleetRequest asked, params IEnumerable<string> questions) =>
        asked.Only.Count == 0 || questions.Any(asked.Only.Contains);

    private static IEnumerable<FleetRefusalDocument> NotAnswered(
        FleetRequest asked, bool causes, bool stops, IReadOnlyList<ServiceTrace>? traces, bool alerts,
        IReadOnlyList<ProcessState> processes)
    {
        if (causes) yield return new() { Question = FleetQuestion.ToDo, Reason = "The source has no findings of reports." };
        if (stops) yield return new() { Question = FleetQuestion.Coincidences, Reason = "The source has no times of single stops." };
        if (traces is not { Count: > 0 } && Asks(asked, FleetQuestion.Traces))
        {
            yield return new()
            {
                Question = FleetQuestion.Traces,
                Reason = traces is null
                    ? "The source has no samples of traces."
                    : "No trace is in two services that have a name: set OTEL_SERVICE_NAME.",
            };
        }

        if (processes.Count > 0 && Asks(asked, FleetQuestion.Memory) && processes.All(process => process.AllocationRate is null))
            yield return new() { Question = FleetQuestion.Memory, Reason = "The source has no allocation rates." };
        if (alerts)
            yield return new() { Question = FleetQuestion.Alerts, Reason = "Reports have no alerts: ask Prometheus with --prometheus." };
        foreach (var question in FleetQuestion.All)
        {
            if (!Asks(asked, question)) yield return new() { Question = question, Reason = FleetQuestion.NotAsked };
        }
    }

    private static IEnumerable<string> Notes(FleetCoverage coverage, IReadOnlyList<FleetSlice> slices)
    {
        var hours = slices.Select(slice => (slice.Process, slice.Hour)).Distinct().Count();
        var share = hours == 0 ? 1 : coverage.CoveredSeconds / 3600 / hours;
        if (share < LittleShare)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Amounts per day are of the recorded time, which is {100 * share:0.#} % of the hours in which there are reports.");
        }
    }

    /// <summary>Where numbers come from.</summary>
    public static FleetSourceDocument Source(FleetCoverage coverage) => new()
    {
        Kind = coverage.Kind,
        Place = coverage.Place,
        Reports = coverage.Reports,
        Processes = coverage.Processes,
        Hosts = coverage.Hosts,
        Services = coverage.Services,
        From = Moment(coverage.From),
        To = Moment(coverage.To),
        CoveredHours = Math.Round(coverage.CoveredSeconds / 3600, 3),
        Overlapping = coverage.Overlapping,
        Unread = [.. coverage.Unread.Select(input =>
            new FleetUnreadDocument { Reason = input.Reason, Count = input.Count, Example = input.Example })],
    };

    /// <summary>A moment as the contract has it.</summary>
    public static string? Moment(DateTimeOffset? time) => time?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
}
