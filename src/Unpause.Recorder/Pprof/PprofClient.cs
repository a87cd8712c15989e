using System.Net;
using System.Text;
using Unpause.Recordings;

namespace Unpause.Recorder.Pprof;

/// <summary>
/// Sends requests to one address only: redirects are not followed, no proxy is used, cookies are dropped, and responses are bounded in time
/// and length.
/// </summary>
internal sealed class PprofClient : IDisposable
{
    private static readonly TimeSpan Connecting = TimeSpan.FromSeconds(5), Answering = TimeSpan.FromSeconds(60);

    private readonly PprofAddress _address;
    private readonly HttpClient _client;

    public PprofClient(PprofAddress address)
    {
        _address = address;
        _client = new HttpClient(new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            ConnectTimeout = Connecting,
            MaxResponseHeadersLength = 64,
            UseCookies = false,
            UseProxy = false,
        })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
        _client.DefaultRequestHeaders.TryAddWithoutValidation("User-Agent", $"unpause/{ToolVersion.Text}");
        if (address.Login is { } login) _client.DefaultRequestHeaders.TryAddWithoutValidation("Authorization", login);
    }

    /// <summary>Reads a response into a stream.</summary>
    /// <param name="what">Below <c>/debug/pprof/</c>: <c>trace?seconds=10</c>.</param>
    /// <param name="target">Receives it; contains the part received when it ended early.</param>
    /// <param name="most">Maximum length.</param>
    /// <param name="length">Expected duration of the response.</param>
    /// <param name="stop">Ends it early, which is not a failure.</param>
    /// <exception cref="ObstacleException">There is no such response, or it is late or too long.</exception>
    public async Task Take(string what, Stream target, long most, TimeSpan length, CancellationToken stop)
    {
        using var late = new CancellationTokenSource(length + Answering);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, stop);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, _address.Of(what));
            using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, both.Token).ConfigureAwait(false);
            var body = await answer.Content.ReadAsStreamAsync(both.Token).ConfigureAwait(false);
            await using (body.ConfigureAwait(false))
            {
                if (answer.StatusCode != HttpStatusCode.OK)
                {
                    var start = await StartOf(body, both.Token).ConfigureAwait(false);
                    throw new ObstacleException(PprofAnswer.Of(_address.Name, NameOf(what), answer.StatusCode, start));
                }

                await Copy(body, target, NameOf(what), most, both.Token).ConfigureAwait(false);
            }
        }
        catch (HttpRequestException failure)
        {
            throw new ObstacleException(PprofAnswer.Of(_address.Name, failure));
        }
        catch (IOException failure)
        {
            throw new ObstacleException(
                $"{_address.Name} closed the connection during its answer to /debug/pprof/{NameOf(what)}: {failure.Message.TrimEnd('.')}");
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // The part received so far is valid.
        }
        catch (OperationCanceledException)
        {
            throw new ObstacleException(new Obstacle(
                $"{_address.Name} did not answer /debug/pprof/{NameOf(what)} in time", "is it the right port?"));
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private async Task Copy(Stream body, Stream target, string what, long most, CancellationToken stop)
    {
        const int Marking = 5;
        var buffer = new byte[64 * 1024];
        var read = await body.ReadAtLeastAsync(buffer, Marking, throwOnEndOfStream: false, stop).ConfigureAwait(false);
        if (!IsExpected(what, buffer.AsSpan(0, read)))
        {
            throw new ObstacleException(new Obstacle(
                $"the answer of {_address.Name} to /debug/pprof/{what} is not a Go profile", "does another server listen there?"));
        }

        for (long taken = 0; read > 0; read = await body.ReadAsync(buffer, stop).ConfigureAwait(false))
        {
            if ((taken += read) > most)
                throw new ObstacleException($"the answer of {_address.Name} is longer than {Quantities.Bytes((double)most)}");
            await target.WriteAsync(buffer.AsMemory(0, read), CancellationToken.None).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Whether a response can be of the requested kind: another server may answer every request with a page. Profiles are gzip-compressed.
    /// </summary>
    private static bool IsExpected(string what, ReadOnlySpan<byte> start) => what switch
    {
        "cmdline" => start is not [(byte)'<', ..],
        "trace" => start.IsEmpty || start.StartsWith("go 1."u8),
        _ => start is [0x1f, 0x8b, ..],
    };

    private static async Task<string> StartOf(Stream body, CancellationToken stop)
    {
        var start = new byte[512];
        var read = await body.ReadAtLeastAsync(start, start.Length, throwOnEndOfStream: false, stop).ConfigureAwait(false);
        return Encoding.UTF8.GetString(start, 0, read);
    }

    private static string NameOf(string what) => what.Split('?')[0];
}
