using System.Diagnostics;
using System.Runtime.Versioning;

namespace Unpause.Experiments.Load;

/// <summary>
/// Sends HTTP requests to a service at predetermined times, independent of its responses: an open loop. A closed loop sends nothing while
/// the service is paused, and measures one slow request where a hundred users would have waited (coordinated omission: G. Tene, How NOT to
/// Measure Latency, 2013). So latencies count from the time at which a request was due.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class OpenLoopLoad : IDisposable
{
    private const int FirstErrorStatus = 400;

    private readonly LoadPlan _plan;
    private readonly HttpMessageInvoker _client;
    private readonly Lock _lock = new();
    private readonly List<LoadedRequest> _requests = [];
    private readonly List<long> _late = [];
    private readonly CountdownEvent _underWay = new(1);
    private string? _firstFailure;
    private long _failed;
    private long _dropped;
    private long _unanswered;
    private int _open;

    private OpenLoopLoad(LoadPlan plan)
    {
        _plan = plan;
        _client = new HttpMessageInvoker(new SocketsHttpHandler
        {
            MaxConnectionsPerServer = plan.MostConnections,
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
        });
    }

    /// <summary>Sends requests until the plan's duration elapses, then waits for outstanding responses.</summary>
    /// <param name="stop">Ends it early.</param>
    public static LoadOutcome Run(LoadPlan plan, CancellationToken stop)
    {
        using var load = new OpenLoopLoad(plan);
        return load.Ask(stop);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _client.Dispose();
        _underWay.Dispose();
    }

    private LoadOutcome Ask(CancellationToken stop)
    {
        using var givenUp = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var startedAt = UnixTime.NowNanoseconds;
        var started = Stopwatch.GetTimestamp();
        foreach (var (at, number) in Arrivals.Generate(_plan))
        {
            Moments.WaitUntil(started + at, stop);
            if (stop.IsCancellationRequested) break;
            var counts = at >= _plan.WarmUp.TotalNanoseconds;
            if (Volatile.Read(ref _open) >= _plan.MostConnections)
            {
                if (counts) _dropped++;
                continue;
            }

            Interlocked.Increment(ref _open);
            _underWay.AddCount();
            var arrival = new Arrival(startedAt, started, at, number, counts);
            ThreadPool.UnsafeQueueUserWorkItem(asked => _ = Send(asked, givenUp.Token), arrival, preferLocal: false);
        }

        _underWay.Signal();
        _underWay.Wait(_plan.Timeout + TimeSpan.FromSeconds(1), CancellationToken.None);
        givenUp.Cancel();
        _underWay.Wait(TimeSpan.FromSeconds(1), CancellationToken.None);
        return Outcome(startedAt);
    }

    private async Task Send(Arrival arrival, CancellationToken stop)
    {
        var late = Stopwatch.GetTimestamp() - arrival.Intended;
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
        try
        {
            limit.CancelAfter(_plan.Timeout);
            using var request = new HttpRequestMessage(HttpMethod.Get, _plan.UrlOf(arrival.Number));
            using var answer = await _client.SendAsync(request, limit.Token).ConfigureAwait(false);
            await answer.Content.CopyToAsync(Stream.Null, limit.Token).ConfigureAwait(false);
            var status = (int)answer.StatusCode;
            if (status < FirstErrorStatus) Answered(arrival, late, null);
            else Failed(arrival, $"status {status}");
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            Answered(arrival, late, $"no answer within {Quantities.Duration(_plan.Timeout.TotalNanoseconds)}");
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or OperationCanceledException)
        {
            Failed(arrival, exception.InnerException?.Message ?? exception.Message);
        }
        finally
        {
            Interlocked.Decrement(ref _open);
            _underWay.Signal();
        }
    }

    private void Answered(Arrival arrival, long late, string? failure)
    {
        var duration = Stopwatch.GetTimestamp() - arrival.Intended;
        // Timers count milliseconds and may fire one early.
        if (failure is not null) duration = Math.Max(duration, (long)_plan.Timeout.TotalNanoseconds);
        if (!arrival.Counts) return;
        lock (_lock)
        {
            _requests.Add(new LoadedRequest(arrival.StartedAtUnix + arrival.At, duration));
            _late.Add(late);
            if (failure is null) return;
            _failed++;
            _firstFailure ??= failure;
        }
    }

    /// <summary>A request that was refused at once does not count as a fast one.</summary>
    private void Failed(Arrival arrival, string why)
    {
        if (!arrival.Counts) return;
        lock (_lock)
        {
            _unanswered++;
            _failed++;
            _firstFailure ??= why;
        }
    }

    private LoadOutcome Outcome(long startedAt)
    {
        lock (_lock)
        {
            _late.Sort();
            return new LoadOutcome(
                [.. _requests.OrderBy(request => request.StartUnixNanoseconds)], startedAt, _failed, _dropped, _firstFailure,
                _late.Count == 0 ? 0 : _late[(_late.Count * 99) / 100])
            {
                Unanswered = _unanswered,
            };
        }
    }

    private sealed record Arrival(long StartedAtUnix, long Started, long At, int Number, bool Counts)
    {
        public long Intended => Started + At;
    }
}

/// <summary>Result of a load.</summary>
/// <param name="Requests">Requests after the warm-up that were served or timed out, by arrival.</param>
/// <param name="StartedUnixNanoseconds">Earliest possible arrival.</param>
/// <param name="Failed">Requests after the warm-up without a response, or with a status of at least 400.</param>
/// <param name="Dropped">Arrivals after the warm-up for which no connection was available.</param>
/// <param name="FirstFailure">Reason of the first failure; null when there was none.</param>
/// <param name="LateNanoseconds">
/// 99th percentile of the delay with which the load generator sent requests. A large value means that this machine was busy.
/// </param>
public sealed record LoadOutcome(
    IReadOnlyList<LoadedRequest> Requests, long StartedUnixNanoseconds, long Failed, long Dropped, string? FirstFailure,
    long LateNanoseconds)
{
    /// <summary>Arrivals after the warm-up.</summary>
    public long Arrivals => Requests.Count + Dropped + Unanswered;

    /// <summary>Failed requests that are not in <c>Requests</c>: refused, aborted, or answered with a status of at least 400.</summary>
    public long Unanswered { get; init; }
}

/// <summary>Which requests a load sends to a service, and when.</summary>
/// <param name="Url">The address; each <c>{n}</c> in it is replaced by a random number for each request.</param>
/// <param name="RatePerSecond">Requests per second on average.</param>
/// <param name="WarmUp">How long requests are sent before any is counted.</param>
/// <param name="Duration">How long requests are counted after that.</param>
/// <param name="Seed">Equal seeds give equal requests at equal times.</param>
public sealed record LoadPlan(string Url, double RatePerSecond, TimeSpan WarmUp, TimeSpan Duration, int Seed)
{
    /// <summary>Placeholder for a number in the address.</summary>
    public const string Number = "{n}";

    /// <summary>Numbers are from 0 to less than this.</summary>
    public const int Numbers = 100_000;

    /// <summary>Maximum number of concurrent requests; further arrivals are dropped and counted.</summary>
    public int MostConnections { get; init; } = 1_000;

    /// <summary>A longer request times out and counts as failed, with this latency.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The address with a number for the placeholder.</summary>
    public Uri UrlOf(int number) => new(Url.Replace(Number, $"{number}", StringComparison.Ordinal));
}

/// <summary>
/// Random arrival times (a Poisson process): independent users who do not wait for each other's responses. Arrivals at equal intervals
/// would coincide with periodic collections always or never.
/// </summary>
internal static class Arrivals
{
    /// <summary>The arrivals in order: nanoseconds from the start, and a number.</summary>
    /// <param name="plan">Rate, length and seed.</param>
    public static IEnumerable<(long AtNanoseconds, int Number)> Generate(LoadPlan plan)
    {
        var random = new Random(plan.Seed);
        var end = (plan.WarmUp + plan.Duration).TotalNanoseconds;
        var at = 0.0;
        while (true)
        {
            at += -Math.Log(1 - random.NextDouble()) * 1e9 / plan.RatePerSecond;
            if (at >= end) yield break;
            yield return ((long)at, random.Next(LoadPlan.Numbers));
        }
    }
}
