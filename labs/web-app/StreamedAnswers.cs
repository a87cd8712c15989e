using System.Text.Json;
using System.Xml;
using Unpause.IO;

namespace WebApp;

/// <summary>The fix: the serialiser writes Base64 into the XML writer, and the XML goes to pooled segments.</summary>
internal sealed class StreamedAnswers : IAnswers
{
    /// <inheritdoc/>
    public async Task WriteAsync(ArraySegment<WorkTask> tasks, Stream output)
    {
        using var buffer = new PooledMemoryStream();
        using (var writer = XmlWriter.Create(buffer))
        {
            writer.WriteStartElement("GetDocumentResponse");
            writer.WriteStartElement("Binary");
            using (var binary = Base64XmlStream.Around(writer, buffer)) JsonSerializer.Serialize(binary, tasks);
            writer.WriteEndElement();
            writer.WriteEndElement();
        }

        buffer.Position = 0;
        await buffer.CopyToAsync(output);
    }
}
