using System.Text;
using System.Text.Json;
using System.Xml;
using Unpause.Collections;
using Unpause.IO;

ChunkedList<int> numbers = [.. Enumerable.Range(0, 1_000_000)];
numbers.Sort((a, b) => b.CompareTo(a));
ChunkedHashSet<int> distinct = [.. numbers, .. numbers];
ChunkedDictionary<string, int> words = new() { ["one"] = 1 };

using var document = new PooledMemoryStream();
using (var writer = XmlWriter.Create(document))
{
    writer.WriteStartElement("Binary");
    using (var binary = new Base64XmlStream(writer)) JsonSerializer.Serialize(binary, numbers);
    writer.WriteEndElement();
}

using var utf16 = new Transcoder(Encoding.UTF8, Encoding.Unicode).Transcode("жук"u8);
#if FLAGGED
var list = new List<int>(50_000);
GC.Collect();
#endif
Console.WriteLine($"{numbers[0]} {distinct.Count} {words["one"]} {document.Length} {Encoding.Unicode.GetString(utf16.ToArray())}");
