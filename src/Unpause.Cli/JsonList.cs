using System.Text.Json;

namespace Unpause.Cli;

/// <summary>Writes a list as a JSON document to standard output.</summary>
internal static class JsonList
{
    /// <summary>Writes <c>{ "schema": …, "name": [ … ] }</c> and a line end.</summary>
    /// <param name="schema">The document's own name: <c>unpause.rules/1</c>.</param>
    /// <param name="name">The name of the array.</param>
    /// <param name="items">In their order.</param>
    /// <param name="write">Writes one as a value.</param>
    /// <exception cref="OutputFailure">Standard output can't be written.</exception>
    public static void Write<T>(string schema, string name, IEnumerable<T> items, Action<T, Utf8JsonWriter> write)
    {
        using var output = StandardStreams.OpenOutput();
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", schema);
            json.WriteStartArray(name);
            foreach (var item in items) write(item, json);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }
}
