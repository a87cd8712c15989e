using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Xml;

namespace WebApp;

/// <summary>The code of the incident: the whole JSON in a byte array, its Base64 string, and the whole XML in another array.</summary>
internal sealed class BufferedAnswers : IAnswers
{
    /// <inheritdoc/>
    public async Task WriteAsync(ArraySegment<WorkTask> tasks, Stream output)
    {
        var answer = Envelope(Serialize(tasks));
        await output.WriteAsync(answer);
    }

    // Not inlined, so that methods are visible in call stacks as in the larger code of the incident.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] Serialize(ArraySegment<WorkTask> tasks)
    {
        using var buffer = new MemoryStream();
        JsonSerializer.Serialize(buffer, tasks);
        return buffer.ToArray();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static byte[] Envelope(byte[] json)
    {
        using var buffer = new MemoryStream();
        using (var writer = XmlWriter.Create(buffer))
        {
            writer.WriteStartElement("GetDocumentResponse");
            writer.WriteElementString("Binary", Base64(json));
            writer.WriteEndElement();
        }

        return buffer.ToArray();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static string Base64(byte[] json) => Convert.ToBase64String(json);
}
