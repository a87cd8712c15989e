namespace Unpause.Cli.Sessions;

/// <summary>The outputs that a report has.</summary>
internal enum ReportFormat
{
    /// <summary>Text for a terminal.</summary>
    Terminal,

    /// <summary>The JSON contract.</summary>
    Json,

    Markdown,

    /// <summary>One self-contained page.</summary>
    Html,

    /// <summary>Chrome trace event JSON for Perfetto, the Firefox Profiler and Speedscope.</summary>
    Perfetto,

    /// <summary>Allocated bytes as folded stacks, for flame graphs.</summary>
    Folded,

    /// <summary>Allocated bytes for Speedscope.</summary>
    Speedscope,

    /// <summary>Allocation sites as a profile for go tool pprof; of Go also the heap in use and goroutines.</summary>
    Pprof,

    /// <summary>Collections as comma-separated values.</summary>
    Csv,

    /// <summary>Requests as comma-separated values.</summary>
    RequestsCsv,

    /// <summary>Pauses as a log of HdrHistogram.</summary>
    Hdr,

    /// <summary>Budgets as JUnit's test results.</summary>
    JUnit,
}
