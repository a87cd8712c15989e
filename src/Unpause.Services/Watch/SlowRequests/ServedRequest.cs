using Unpause.Recordings;
using Unpause.Recordings.Secrets;
using Unpause.Requests;

namespace Unpause.Services.Watch.SlowRequests;

/// <summary>A request of an access log or a trace.</summary>
/// <param name="Start">When it began.</param>
/// <param name="Nanoseconds">How long it took.</param>
internal sealed record ServedRequest(DateTimeOffset Start, long Nanoseconds)
{
    private const int MostNameChars = 120;

    /// <summary>Method and path, or the operation, as it was sent: hostile and with secrets.</summary>
    public string? Name { get; init; }

    /// <summary>The process, as far as the source says; null for nothing.</summary>
    public Service? Service { get; init; }

    /// <summary>When it ended.</summary>
    public DateTimeOffset End => Start + TimeSpan.FromMicroseconds(Nanoseconds / 1000);

    /// <summary>In words, without secrets.</summary>
    public string Describe()
    {
        var name = string.IsNullOrEmpty(Name) ? "" : $" ({RecordedText.Shorten(Redaction.RequestName(Name), MostNameChars)})";
        return $"a request of {Quantities.Duration((double)Nanoseconds)}{name}";
    }

    /// <summary>The requests of a set from an index on that took longer.</summary>
    public static IEnumerable<ServedRequest> Slower(RequestSet set, int from, double milliseconds)
    {
        for (var i = from; i < set.Requests.Count; i++)
        {
            var request = set.Requests[i];
            if (request.DurationNanoseconds <= milliseconds * 1e6) continue;
            yield return new ServedRequest(
                DateTimeOffset.UnixEpoch + TimeSpan.FromMicroseconds(request.StartUnixNanoseconds / 1000), request.DurationNanoseconds)
            {
                Name = request.Name < 0 ? null : set.Names[request.Name],
                Service = request.Service < 0 ? null : set.Services[request.Service],
            };
        }
    }
}
