namespace Unpause.Fleet.Stores;

/// <summary>
/// What answers the fleet's questions: folders of reports (DuckDB), Prometheus or ClickHouse. Sums are the store's; what is judged from
/// them
/// is in <c>Questions</c>. Null for what a store cannot know.
/// </summary>
internal interface IFleetStore : IAsyncDisposable
{
    /// <summary>What there is.</summary>
    Task<FleetCoverage> CoverageAsync(FleetSelection selection, CancellationToken stop);

    /// <summary>Causes by service, all of them; null where the store has none.</summary>
    Task<IReadOnlyList<ServiceCause>?> CausesAsync(FleetSelection selection, CancellationToken stop);

    /// <summary>Runs by service, version, host, process and hour.</summary>
    Task<IReadOnlyList<FleetSlice>> SlicesAsync(FleetSelection selection, CancellationToken stop);

    /// <summary>The longest stops with their times; null where the store has no times of single stops.</summary>
    Task<IReadOnlyList<TimedStop>?> LongStopsAsync(FleetSelection selection, CancellationToken stop);

    /// <summary>Traces that are in the samples of several services; null where the store has no samples of traces.</summary>
    Task<IReadOnlyList<ServiceTrace>?> TracesAsync(FleetSelection selection, CancellationToken stop);

    /// <summary>The last state of each process.</summary>
    Task<IReadOnlyList<ProcessState>> ProcessesAsync(FleetSelection selection, CancellationToken stop);

    /// <summary>Alerts that are open; null where the store has none.</summary>
    Task<IReadOnlyList<OpenFleetAlert>?> AlertsAsync(FleetSelection selection, CancellationToken stop);
}
