namespace Unpause.Cli.Labs;

/// <summary>How the recommendations service is run and judged.</summary>
/// <param name="Seconds">How long Locust asks.</param>
/// <param name="Rate">Requests a second.</param>
/// <param name="Workers">gunicorn's worker processes, each with a request at a time.</param>
/// <param name="Pairs">How often bug and fix are run.</param>
/// <param name="SlowNanoseconds">Requests longer than this are slow.</param>
/// <param name="Keep">Folder for recordings, traces and client-side times; null to remove them.</param>
internal sealed record ServiceLoad(int Seconds, int Rate, int Workers, int Pairs, long SlowNanoseconds, string? Keep);
