using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Xml;
using Unpause.Collections;
using Unpause.IO;

// Random operations against the standard types, on the netstandard2.0 builds. Prints "ok" and the runtime, or throws.
var random = new Random(args.Length > 0 ? int.Parse(args[0]) : 1);
for (var round = 0; round < 4; round++)
{
    Lists(random, i => i % 500, round % 3 == 0 ? 16_380 : 0);
    Lists(random, i => $"s{i % 500}", round % 3 == 0 ? 8_190 : 0);
    Sets(random, i => i % 700);
    Sets(random, i => $"s{i % 700}");
    Dictionaries(random);
    Streams(random);
    Texts(random);
}

Console.WriteLine($"ok on {Type.GetType("Mono.Runtime")?.Name ?? Environment.Version.ToString()}");

static void Check(bool condition, string what)
{
    if (!condition) throw new InvalidOperationException(what);
}

static void Lists<T>(Random random, Func<int, T> make, int prefill)
{
    var model = new List<T>();
    var real = new ChunkedList<T>();
    for (var i = 0; i < prefill; i++)
    {
        model.Add(make(i));
        real.Add(make(i));
    }

    for (var step = 0; step < 300; step++)
    {
        var item = make(random.Next(100_000));
        var place = random.Next(model.Count + 1);
        switch (random.Next(9))
        {
            case 0: model.Insert(place, item); real.Insert(place, item); break;
            case 1: if (place < model.Count) { model.RemoveAt(place); real.RemoveAt(place); } break;
            case 2: Check(model.Remove(item) == real.Remove(item), "Remove"); break;
            case 3: model.AddRange(model.Take(40).ToArray()); real.AddRange(real.Take(40).ToArray()); break;
            case 4: model.Sort(); real.Sort(); break;
            case 5: Check(model.IndexOf(item) == real.IndexOf(item), "IndexOf"); break;
            case 6: model.Reverse(); real.Reverse(); break;
            default: model.Add(item); real.Add(item); break;
        }
    }

    Check(model.SequenceEqual(real), "list");
}

static void Sets<T>(Random random, Func<int, T> make)
{
    var model = new HashSet<T>();
    var real = new ChunkedHashSet<T>();
    for (var step = 0; step < 1500; step++)
    {
        var item = make(random.Next(100_000));
        var other = Enumerable.Range(random.Next(500), random.Next(60)).Select(make).ToArray();
        switch (random.Next(40))
        {
            case 0: model.UnionWith(other); real.UnionWith(other); break;
            case 1: model.ExceptWith(other); real.ExceptWith(other); break;
            case 2: model.SymmetricExceptWith(other); real.SymmetricExceptWith(other); break;
            case < 15: Check(model.Remove(item) == real.Remove(item), "Remove"); break;
            default: Check(model.Add(item) == real.Add(item), "Add"); break;
        }
    }

    Check(model.SetEquals(real) && real.SetEquals(model) && model.Count == real.Count, "set");
}

static void Dictionaries(Random random)
{
    var model = new Dictionary<string, int>();
    var real = new ChunkedDictionary<string, int>();
    for (var step = 0; step < 3000; step++)
    {
        var key = $"k{random.Next(900)}";
        if (random.Next(3) == 0) Check(model.Remove(key) == real.Remove(key), "Remove");
        else model[key] = real[key] = step;
    }

    Check(model.OrderBy(pair => pair.Key).SequenceEqual(real.OrderBy(pair => pair.Key)), "dictionary");
}

static void Streams(Random random)
{
    using var model = new MemoryStream();
    using var real = new PooledMemoryStream();
    for (var step = 0; step < 60; step++)
    {
        var bytes = new byte[1 + random.Next(9000)];
        random.NextBytes(bytes);
        model.Write(bytes, 0, bytes.Length);
        real.Write(bytes, 0, bytes.Length);
        model.Position = real.Position = random.Next((int)model.Length + 500);
    }

    Check(model.ToArray().SequenceEqual(real.ToArray()), "stream");
    real.Position = model.Length / 2;
    model.Position = real.Position;
    model.Write(model.ToArray(), (int)model.Position, (int)(model.Length - model.Position));
    using (var half = new PooledMemoryStream())
    {
        real.CopyTo(half);
        half.Position = 0;
        real.Position = model.Length / 2;
        half.CopyTo(real);
    }

    var words = string.Concat(Enumerable.Repeat("aж日\U0001F389\uD800", 3000));
    var utf8 = Encoding.UTF8.GetBytes(words);
    model.Write(utf8, 0, utf8.Length);
    real.Writer.WriteUtf8(words.AsSpan());
    real.Writer.GetSpan(100_000)[0] = 7;
    real.Writer.Advance(1);
    model.WriteByte(7);
    Check(model.ToArray().SequenceEqual(real.ToArray()), "writer");
    var text = new StringBuilder();
    using (var writer = XmlWriter.Create(text))
    {
        writer.WriteStartElement("a");
        using (var binary = new Base64XmlStream(writer)) real.WriteTo(binary);
        writer.WriteEndElement();
    }

    var document = new XmlDocument();
    document.LoadXml(text.ToString());
    Check(Convert.FromBase64String(document.DocumentElement!.InnerText).SequenceEqual(real.ToArray()), "base64");
}

static void Texts(Random random)
{
    var border = new string('a', 4096) + "+b" + new string('a', 4096) + "+b";
    var text = border + new string(Enumerable.Range(0, 5000).Select(_ => "aж日b+-"[random.Next(6)]).ToArray());
    Encoding[] encodings = [Encoding.UTF8, Encoding.Unicode, Encoding.UTF32, Encoding.UTF7, Encoding.BigEndianUnicode];
    foreach (var from in encodings)
    {
        foreach (var to in encodings)
        {
            using var output = new PooledMemoryStream();
            new Transcoder(from, to).Transcode(new MemoryStream(from.GetBytes(text)), output);
            Check(output.ToArray().SequenceEqual(to.GetBytes(text)), $"{from.WebName} to {to.WebName}");
        }
    }
}
