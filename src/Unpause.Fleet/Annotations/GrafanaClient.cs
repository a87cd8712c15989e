using System.Net;
using System.Net.Http.Headers;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Fleets;

namespace Unpause.Fleet.Annotations;

/// <summary>
/// Reads annotations from the HTTP API of Grafana. It answers with the latest ones first, at most as many as the limit, and has no pages:
/// the rest is asked for with an earlier end (pkg/services/annotations/annotationsimpl/xorm_store.go, Grafana 10 to 12).
/// </summary>
internal sealed class GrafanaClient : IDisposable
{
    /// <summary>No answer is longer, unpacked.</summary>
    public const int MostAnswerBytes = 16 << 20;

    /// <summary>More annotations are left out, the oldest.</summary>
    public const int Most = 5_000;

    private const int AtATime = 1_000, MostQuestions = 20;

    private const int MostErrorChars = 200, MostHeaderKilobytes = 64;

    private static readonly TimeSpan UsualDeadline = TimeSpan.FromSeconds(60);

    private readonly TimeSpan _deadline;
    private readonly string _place, _tag;
    private readonly AuthenticationHeaderValue? _authorization;
    private readonly HttpClient _client;

    /// <summary>Asks a server.</summary>
    /// <param name="address">Its address, with its path, and a user where it wants a password.</param>
    /// <param name="secret">The password, or without a user the token; null: none.</param>
    /// <param name="tag">The tag of annotations that are asked for.</param>
    /// <param name="deadline">How long all answers may take together.</param>
    /// <exception cref="UserMistake">The secret would be readable on a network, or is none.</exception>
    public GrafanaClient(Uri address, string? secret, string tag, TimeSpan? deadline = null)
    {
        (_tag, _deadline) = (tag, deadline ?? UsualDeadline);
        _place = address.GetComponents(UriComponents.SchemeAndServer | UriComponents.Path, UriFormat.UriEscaped).TrimEnd('/');
        _authorization = AuthorizationOf(address, secret);
        _client = new(new SocketsHttpHandler
        {
            // Another address would get the token.
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = !address.IsLoopback,
            AutomaticDecompression = DecompressionMethods.GZip,
            ConnectTimeout = TimeSpan.FromSeconds(10),
            MaxResponseHeadersLength = MostHeaderKilobytes,
        })
        {
            Timeout = Timeout.InfiniteTimeSpan,
        };
    }

    /// <summary>The client of a request; null where it names no Grafana.</summary>
    /// <inheritdoc cref="GrafanaClient(Uri, string?, string, TimeSpan?)"/>
    public static GrafanaClient? Open(FleetRequest asked)
    {
        if (asked.Grafana is not { } text) return null;
        if (!Uri.TryCreate(text, UriKind.Absolute, out var address) || address.Scheme is not ("http" or "https"))
            throw new UserMistake($"{PlainText.Clean(text)} is no address of Grafana: write https://HOST after --grafana");
        return new(address, FleetStores.SecretOf(asked.GrafanaSecretFile), asked.GrafanaTag);
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    /// <summary>The annotations of a time, the earliest first, and what readers must know of them.</summary>
    /// <exception cref="UserMistake">The server refuses, does not answer, or is no Grafana.</exception>
    public async Task<(IReadOnlyList<DeployAnnotation> Annotations, IReadOnlyList<string> Notes)> ReadAsync(
        DateTimeOffset from, DateTimeOffset to, CancellationToken stop)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        deadline.CancelAfter(_deadline);
        try
        {
            var known = new Dictionary<(long Id, long At), DeployAnnotation>();
            // The server takes 0 for no limit of time.
            var first = Math.Max(1, from.ToUnixTimeMilliseconds());
            var end = Math.Max(first, to.ToUnixTimeMilliseconds());
            var isAll = false;
            for (var question = 0; question < MostQuestions && known.Count < Most && !isAll; question++)
            {
                var page = await AskAsync(first, end, deadline.Token).ConfigureAwait(false);
                isAll = true;
                foreach (var (id, annotation) in page)
                {
                    isAll &= !known.TryAdd((id, annotation.At.ToUnixTimeMilliseconds()), annotation);
                    // By its end, because that is what the server's order is of.
                    end = Math.Min(end, annotation.End.ToUnixTimeMilliseconds());
                }

                end = Math.Max(first, end);
            }

            return ([.. known.Values.OrderBy(one => one.At).ThenBy(one => one.Text, StringComparer.Ordinal).TakeLast(Most)],
                isAll ? [] : [$"Grafana has more annotations with the tag {Short(_tag)} than were read. The oldest are missing."]);
        }
        catch (Exception e) when (e is HttpRequestException or IOException)
        {
            throw new UserMistake($"{_place} does not answer: {Short(e.GetBaseException().Message)}. Check the address after --grafana.");
        }
        catch (OperationCanceledException) when (!stop.IsCancellationRequested)
        {
            throw new UserMistake($"{_place} has not answered within {_deadline.TotalSeconds:0.#} s: try it again, or without --grafana");
        }
    }

    private async Task<List<(long Id, DeployAnnotation Annotation)>> AskAsync(long from, long to, CancellationToken stop)
    {
        var query = string.Create(CultureInfo.InvariantCulture,
            $"{_place}/api/annotations?from={from}&to={to}&type=annotation&limit={AtATime}&tags={Uri.EscapeDataString(_tag)}");
        using var request = new HttpRequestMessage(HttpMethod.Get, new Uri(query));
        request.Headers.Authorization = _authorization;
        request.Headers.Accept.Add(new("application/json"));
        request.Headers.UserAgent.Add(new ProductInfoHeaderValue("unpause", null));
        using var answer = await _client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, stop).ConfigureAwait(false);
        Refuse(answer);
        var (bytes, length) = await HttpBody.ReadAsync(answer.Content, MostAnswerBytes, TooLong, stop).ConfigureAwait(false);
        return GrafanaAnswer.Read(bytes.AsSpan(0, length), Most)?.Annotations ?? throw NoGrafana(answer.StatusCode);
    }

    private void Refuse(HttpResponseMessage answer)
    {
        var code = (int)answer.StatusCode;
        if (answer.StatusCode is HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden)
        {
            throw new UserMistake(
                $"{_place} refuses access (HTTP status {code}). Put a token of a service account that may read annotations into a file: "
                + "--grafana-secret-file FILE");
        }

        if (code is >= 300 and < 400)
        {
            var target = answer.Headers.Location is { IsAbsoluteUri: true } location ? location.GetLeftPart(UriPartial.Path)
                : "another path";
            throw new UserMistake($"{_place} redirects to {Short(target)}, which is not followed. Type that address after --grafana.");
        }

        if (!answer.IsSuccessStatusCode) throw NoGrafana(answer.StatusCode);
    }

    private UserMistake TooLong() =>
        new($"{_place} has an answer of more than {MostAnswerBytes >> 20} MB: ask for less time, with --from and --to");

    private UserMistake NoGrafana(HttpStatusCode status) => (int)status is 429 or >= 500
        ? new($"{_place} cannot answer now (HTTP status {(int)status}): try it again, or without --grafana")
        : new($"{_place} is not the HTTP API of Grafana (HTTP status {(int)status}). Add its path, if it has one: https://HOST/grafana");

    private static AuthenticationHeaderValue? AuthorizationOf(Uri address, string? secret)
    {
        if (secret is null) return null;
        var place = address.GetLeftPart(UriPartial.Authority).Replace(address.UserInfo + "@", "", StringComparison.Ordinal);
        if (PlainHttp.IsReadable(address))
            throw new UserMistake($"--grafana {place} would send the token in plain text: use https://");
        var user = Uri.UnescapeDataString(address.UserInfo.Split(':')[0]);
        if (secret.Length == 0 || secret.Any(char.IsControl) || (user.Length == 0 && secret.AsSpan().ContainsAnyExceptInRange('!', '~')))
            throw new UserMistake("--grafana-secret-file needs a file with one line: the token or password alone");
        return user.Length > 0
            ? new("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{user}:{secret}")))
            : new("Bearer", secret);
    }

    private static string Short(string text)
    {
        var clean = PlainText.Clean(text);
        return clean.Length > MostErrorChars ? clean[..MostErrorChars] : clean;
    }
}
