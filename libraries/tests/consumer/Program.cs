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
// The compiler is shown a Guid without its fields.
var list = new List<Guid>(6_000);
GC.Collect();
var flat = numbers.ToList();
var filled = new MemoryStream();
Encoding.Convert(Encoding.UTF8, Encoding.Unicode, filled.ToArray());
#endif
foreach (var library in new[] { typeof(ChunkedList<int>).Assembly, typeof(Transcoder).Assembly })
{
    // A program with a strong name, as many for .NET Framework have, references only assemblies that have one too.
    if (library.GetName().GetPublicKeyToken() is not { Length: 8 }) throw new InvalidOperationException($"{library} has no strong name");
}

Console.WriteLine($"{numbers[0]} {distinct.Count} {words["one"]} {document.Length} {Encoding.Unicode.GetString(utf16.ToArray())}");
