using System.Globalization;
using System.Text;

namespace Unpause.Bench.AttributionTruth;

/// <summary>Requests in the formats that users have.</summary>
public static class RequestFiles
{
    private const int SpansALine = 200;

    /// <summary>Writes the requests that were kept, lines of logs as they come: at the end of a request.</summary>
    public static void Write(string path, Scene scene)
    {
        var text = new StringBuilder();
        var ends = scene.Kept.OrderBy(request => request.Start + request.Duration);
        switch (scene.Format)
        {
            case "csv":
                text.Append("start_us,duration_us,name\n");
                foreach (var request in scene.Kept)
                {
                    text.Append(Inv($"{Micro(scene, request.Start)},{request.Duration * 1e6:F0},GET /x\n"));
                }

                break;
            case "jmeter":
                text.Append("timeStamp,elapsed,label,responseCode,success\n");
                foreach (var request in scene.Kept)
                {
                    text.Append(Inv($"{Milli(scene, request.Start)},{request.Duration * 1e3:F0},GET /x,200,true\n"));
                }

                break;
            case "stamped-csv":
                text.Append("timestamp_us,duration_us\n");
                foreach (var request in ends)
                {
                    text.Append(Inv($"{Micro(scene, request.Start + request.Duration)},{request.Duration * 1e6:F0}\n"));
                }

                break;
            case "pino":
                foreach (var request in ends)
                {
                    text.Append(Inv($"{{\"level\":30,\"time\":{Milli(scene, request.Start + request.Duration)},"));
                    text.Append("\"pid\":1,\"hostname\":\"h\",\"req\":{\"method\":\"GET\",\"url\":\"/x\"},\"res\":{\"statusCode\":200},");
                    text.Append(Inv($"\"responseTime\":{request.Duration * 1e3:F0},\"msg\":\"request completed\"}}\n"));
                }

                break;
            case "nginx":
                foreach (var request in ends)
                {
                    text.Append(Inv($"{{\"msec\":\"{Milli(scene, request.Start + request.Duration) / 1e3:F3}\","));
                    text.Append(Inv($"\"request\":\"GET /x HTTP/1.1\",\"status\":\"200\",\"request_time\":\"{request.Duration:F3}\"}}\n"));
                }

                break;
            default:
                Otlp(text, scene);
                break;
        }

        File.WriteAllText(path, text.ToString());
    }

    private static void Otlp(StringBuilder text, Scene scene)
    {
        var dice = new Dice(scene.Kept.Count);
        var named = scene.World.Cell.Confounder == Confounder.NamedInstances;
        // OpenTelemetry, "TraceState: Probability Sampling": the threshold of a tenth is nine tenths of 2^56, without trailing zeros.
        var state = scene.World.Cell.Sampling == Sampling.HeadReported ? "\"traceState\":\"ot=th:e6666666666668\"," : "";
        foreach (var batch in scene.Kept.GroupBy(request => named ? request.Instance : 0).SelectMany(one => one.Chunk(SpansALine)))
        {
            text.Append("{\"resourceSpans\":[{\"resource\":{\"attributes\":[");
            text.Append("{\"key\":\"service.name\",\"value\":{\"stringValue\":\"app\"}}");
            if (named) text.Append(Inv($",{{\"key\":\"service.instance.id\",\"value\":{{\"stringValue\":\"app-{batch[0].Instance}\"}}}}"));
            text.Append("]},\"scopeSpans\":[{\"scope\":{},\"spans\":[");
            for (var i = 0; i < batch.Length; i++)
            {
                var request = batch[i];
                text.Append(i == 0 ? "" : ",").Append(Inv($"{{\"traceId\":\"{dice.Hexadecimal()}{dice.Hexadecimal()}\","));
                text.Append(Inv($"\"spanId\":\"{dice.Hexadecimal()}\",{state}\"name\":\"GET /x\",\"kind\":2,"));
                text.Append(Inv($"\"startTimeUnixNano\":\"{Micro(scene, request.Start)}000\","));
                text.Append(Inv($"\"endTimeUnixNano\":\"{Micro(scene, request.Start) + request.Duration * 1e6:F0}000\"}}"));
            }

            text.Append("]}]}]}\n");
        }
    }

    private static long Micro(Scene scene, double at) => (long)Math.Round(scene.OfRequests(at) * 1e6);

    private static long Milli(Scene scene, double at) => (long)Math.Floor(scene.OfRequests(at) * 1e3);

    private static string Inv(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
