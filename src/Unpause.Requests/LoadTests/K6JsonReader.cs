using System.Text.Json;
using Unpause.Requests.Columns;
using Unpause.Requests.Json;
using Unpause.Requests.Logs;

namespace Unpause.Requests.LoadTests;

/// <summary>
/// k6's JSON output: a metric point a line. Points of http_req_duration are requests, in milliseconds, stamped when the
/// response's body was read, so the start is the timestamp less the duration. Source: k6 documentation, "Built-in metrics"
/// (note on http_req_* timestamps, k6-docs#1150) and "JSON" output.
/// </summary>
internal sealed class K6JsonReader(RequestSetBuilder builder) : IRequestReader, IJsonSink
{
    private const int Point = 0, Metric = 1, Type = 2, Data = 3, Time = 4, Number = 5, Tags = 6, Name = 7, Status = 8, Expected = 9;
    private const double Millisecond = 1e6;

    private static readonly JsonShape Shape = new JsonShape(Point)
        .With("metric"u8, Metric).With("type"u8, Type)
        .With("data"u8, new JsonShape(Data).With("time"u8, Time).With("value"u8, Number)
            .With("tags"u8, new JsonShape(Tags).With("name"u8, Name).With("status"u8, Status).With("expected_response"u8, Expected)));

    private readonly byte[] _scratch = new byte[Limits.NameBytes * 4];
    private bool _isRequest;
    private bool _isPoint;
    private long? _end;
    private long? _duration;
    private int _name;
    private bool? _failedByStatus;
    private bool? _failed;
    private long _malformed;

    public static bool Recognises(ReadOnlySpan<byte> block) =>
        JsonRecognition.MayBeJson(block) && block.IndexOf("\"metric\""u8) >= 0
        && block.IndexOf("\"Point\""u8) >= 0 && block.IndexOf("\"data\""u8) >= 0;

    public void Read(Stream stream, long linesBefore)
    {
        builder.Resolution(1_000);
        new JsonWalker(Shape, this, builder.Coverage).Run(stream, linesBefore);
        if (_malformed > 0) builder.Coverage.Add($"{_malformed:N0} points of http_req_duration have no readable time or value");
    }

    public void Begin(int field, long offset, bool element)
    {
        if (field != Point) return;
        _isRequest = _isPoint = false;
        _end = _duration = null;
        _name = -1;
        _failed = _failedByStatus = null;
    }

    public void End(int field, long endOffset)
    {
        if (field != Point || !_isRequest || !_isPoint) return;
        builder.Stamp(TimestampMeaning.End, TimestampMeaning.End);
        if (_end is not { } end || _duration is not { } duration
            || !builder.TryAddRequest(end - duration, duration, _name, failed: _failed ?? _failedByStatus))
        {
            _malformed++;
        }
    }

    public void Abandon()
    {
    }

    public void Key(int field, ReadOnlySpan<byte> name)
    {
    }

    public void Value(int field, in Utf8JsonReader value)
    {
        switch (field)
        {
            case Metric:
                _isRequest = value.ValueSpan.SequenceEqual("http_req_duration"u8);
                break;
            case Type:
                _isPoint = value.ValueSpan.SequenceEqual("Point"u8);
                break;
            case Time:
                _end = WallTime.TryParseIso(value.ValueSpan, out var end, out _, out _) ? end : null;
                break;
            case Number:
                _duration = JsonText.TryReal(in value, out var milliseconds)
                    && JsonText.TryRound(milliseconds * Millisecond, out var duration) ? duration : null;
                break;
            case Status:
                _failedByStatus = RequestOutcome.FailedByStatus(value.ValueSpan);
                break;
            case Expected:
                _failed = RequestOutcome.FailedBySuccess(value.ValueSpan);
                break;
            case Name:
                _name = builder.Name(LogText.WithoutQuery(JsonText.Utf8(in value, _scratch)));
                break;
        }
    }
}
