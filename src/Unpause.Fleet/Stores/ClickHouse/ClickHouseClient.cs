using System.Net;
using System.Net.Sockets;
using Unpause.Recordings;
using Unpause.Reports;

namespace Unpause.Fleet.Stores.ClickHouse;

/// <summary>
/// Statements by HTTP, each with a deadline. Answers are RowBinary. With <c>wait_end_of_query</c> the server sends no answer before it is
/// complete: otherwise an error in the middle of one is text behind rows, with status 200 (ClickHouse, HTTP interface).
/// </summary>
internal sealed class ClickHouseClient : IDisposable
{
    private const int MostErrorBytes = 4096, MostErrorChars = 300;

    private const string RowBinary = "\nFORMAT RowBinary";

    // Codes of ClickHouse (dbms/src/Common/ErrorCodes.cpp) that mean: no memory, too slow, no disk, too many parts or queries.
    private static readonly string[] TransientCodes = ["159", "160", "202", "209", "210", "241", "242", "243", "252", "319", "999"];

    private readonly HttpClient _http;
    private readonly ClickHouseAddress _address;
    private readonly TimeSpan _deadline;

    /// <summary>A client.</summary>
    /// <param name="deadline">How long one statement may take.</param>
    public ClickHouseClient(ClickHouseAddress address, TimeSpan deadline)
    {
        (_address, _deadline) = (address, deadline);
        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseProxy = false,
            UseCookies = false,
            ConnectTimeout = TimeSpan.FromSeconds(5),
            // Shorter than the server's keep_alive_timeout of 3 s, or a request is written to a connection that it just closed.
            PooledConnectionIdleTimeout = TimeSpan.FromSeconds(2),
        };
        _http = new(handler) { BaseAddress = address.Http, Timeout = Timeout.InfiniteTimeSpan };
        _http.DefaultRequestHeaders.ExpectContinue = false;
        if (address.User is { } user) _http.DefaultRequestHeaders.TryAddWithoutValidation("X-ClickHouse-User", user);
        if (address.Password is { } password) _http.DefaultRequestHeaders.TryAddWithoutValidation("X-ClickHouse-Key", password);
    }

    /// <summary>Runs a statement that answers nothing.</summary>
    /// <param name="inDatabase">False before the database is there.</param>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public Task ExecuteAsync(string statement, CancellationToken stop, bool inDatabase = true) =>
        PostAsync(inDatabase ? DatabasePart() : "?", Encoding.UTF8.GetBytes(statement), _ => 0, stop);

    /// <summary>Inserts rows; all of one partition or none of it.</summary>
    /// <param name="into">The table and its columns.</param>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public Task InsertAsync(string into, ReadOnlyMemory<byte> rows, CancellationToken stop) => PostAsync(
        $"{DatabasePart()}query={Uri.EscapeDataString($"INSERT INTO {into} FORMAT RowBinary")}", rows, _ => 0, stop);

    /// <summary>Rows of an answer.</summary>
    /// <param name="read">Reads one row.</param>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public Task<List<T>> QueryAsync<T>(string query, Func<RowBinaryReader, T> read, CancellationToken stop) => PostAsync(
        $"{DatabasePart()}wait_end_of_query=1", Encoding.UTF8.GetBytes(query + RowBinary), stream => ReadAll(stream, read), stop);

    /// <summary>Rows of an answer to a query about a table that goes with it (ClickHouse, External data for query processing).</summary>
    /// <param name="table">The table's name.</param>
    /// <param name="column">Its column and type.</param>
    /// <param name="rows">Its rows.</param>
    /// <param name="read">Reads one row.</param>
    /// <exception cref="ClickHouseFailure">It failed.</exception>
    public async Task<List<T>> QueryAsync<T>(
        string query, string table, string column, ReadOnlyMemory<byte> rows, Func<RowBinaryReader, T> read, CancellationToken stop)
    {
        using var form = new MultipartFormDataContent();
        // Names in quotes, or the server does not see them.
        form.Add(new StringContent(query + RowBinary), "\"query\"");
        form.Add(new ReadOnlyMemoryContent(rows), $"\"{table}\"", $"\"{table}\"");
        var target = $"{DatabasePart()}wait_end_of_query=1&{table}_format=RowBinary&{table}_structure={Uri.EscapeDataString(column)}";
        return await PostAsync(target, form, stream => ReadAll(stream, read), stop);
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private string DatabasePart() => $"?database={_address.Database}&";

    private static List<T> ReadAll<T>(Stream stream, Func<RowBinaryReader, T> read)
    {
        var rows = new List<T>();
        var reader = new RowBinaryReader(stream);
        while (reader.MoveNext()) rows.Add(read(reader));
        return rows;
    }

    private Task<T> PostAsync<T>(string target, ReadOnlyMemory<byte> body, Func<Stream, T> read, CancellationToken stop) =>
        PostAsync(target, new ReadOnlyMemoryContent(body), read, stop);

    private async Task<T> PostAsync<T>(string target, HttpContent body, Func<Stream, T> read, CancellationToken stop)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(stop);
        deadline.CancelAfter(_deadline);
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, target) { Content = body };
            using var response = await _http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, deadline.Token);
            // Reading is not asynchronous, value by value: what ends it is the end of the connection.
            await using var ending = deadline.Token.Register(response.Dispose);
            var stream = await response.Content.ReadAsStreamAsync(deadline.Token);
            if (response.StatusCode != HttpStatusCode.OK) throw await FailureOfAsync(response.StatusCode, stream, deadline.Token);
            return read(stream);
        }
        catch (Exception e) when (e is HttpRequestException or IOException or SocketException or ObjectDisposedException
            or OperationCanceledException)
        {
            stop.ThrowIfCancellationRequested();
            var reason = deadline.IsCancellationRequested ? $"no answer within {_deadline.TotalSeconds:0.#} s" : Short(e.Message);
            throw new ClickHouseFailure($"{_address.Place}: {reason}", isTransient: true, e);
        }
        catch (InvalidDataException e)
        {
            throw new ClickHouseFailure($"{_address.Place}: not an answer of ClickHouse: {e.Message}", isTransient: false, e);
        }
    }

    private async Task<ClickHouseFailure> FailureOfAsync(HttpStatusCode status, Stream stream, CancellationToken stop)
    {
        var bytes = new byte[MostErrorBytes];
        var count = await stream.ReadAtLeastAsync(bytes, bytes.Length, throwOnEndOfStream: false, stop);
        var text = Encoding.UTF8.GetString(bytes, 0, count);
        var isOwn = text.StartsWith("Code: ", StringComparison.Ordinal);
        var code = isOwn ? text["Code: ".Length..].Split([',', '.', ' '], 2)[0] : "";
        // A proxy's 502 has no code of ClickHouse.
        var isTransient = isOwn ? TransientCodes.Contains(code) : (int)status is 408 or 429 or >= 500;
        return new($"{_address.Place}: {(int)status} {Short(text)}", isTransient);
    }

    private static string Short(string text)
    {
        var clean = PlainText.Clean(text.Trim());
        return clean.Length <= MostErrorChars ? clean : clean[..MostErrorChars];
    }
}
