using System.Reflection;
using System.Reflection.Emit;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace Unpause.Tests.House;

/// <summary>
/// The built assemblies of src as tables of who uses what: by the symbols in signatures, locals and instructions, so that
/// nothing hides behind a using line, an alias or a var. Constants leave no trace in instructions.
/// </summary>
internal sealed class BuiltCode
{
    private static readonly Lazy<BuiltCode> Loaded = new(() => new BuiltCode());
    private static readonly Dictionary<int, OpCode> OpCodeTable = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => (int)(ushort)code.Value);

    private static readonly string[] Names =
    [
        "Unpause.Collections", "Unpause.IO", "Unpause.Analyzers", "Unpause.Analyzers.IO", "Unpause.Recordings", "Unpause.Requests",
        "Unpause.Analysis", "Unpause.Reports", "Unpause.Recorder", "Unpause.Experiments", "Unpause.Cli",
        "Unpause.Services",
    ];

    private BuiltCode()
    {
        foreach (var name in Names)
        {
            using var file = new PEReader(File.OpenRead(PathOf(name)));
            Read(name, file);
        }
    }

    /// <summary>All of it, read once.</summary>
    public static BuiltCode All => Loaded.Value;

    /// <summary>Every type, with what it declares.</summary>
    public List<BuiltType> Types { get; } = [];

    /// <summary>Every use of a type or member.</summary>
    public List<BuiltUse> Uses { get; } = [];

    private static string PathOf(string assembly)
    {
        // …/tests/Unpause.Tests/bin/<Configuration>/net10.0/
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        var framework = assembly.StartsWith("Unpause.Analyzers", StringComparison.Ordinal) ? "netstandard2.0" : "net10.0";
        var parent = Directory.Exists(RepositoryFolder.File("src", assembly)) ? "src" : "libraries/src";
        // A program that users see in a folder has its name from there.
        var file = assembly == "Unpause.Services" ? "unpause-services.dll" : assembly + ".dll";
        return RepositoryFolder.File(parent, assembly, "bin", configuration, framework, file);
    }

    private void Read(string assembly, PEReader file)
    {
        var metadata = file.GetMetadataReader();
        var names = new SignatureNames(metadata);
        foreach (var handle in metadata.TypeDefinitions)
        {
            var definition = metadata.GetTypeDefinition(handle);
            var type = new BuiltType(assembly, names.Outermost(handle), SignatureNames.Of(metadata, handle), definition.Attributes,
                Marked(metadata, definition.GetCustomAttributes()), names.Base(definition.BaseType))
            {
                ByTool = Marked(metadata, definition.GetCustomAttributes(), "GeneratedCodeAttribute"),
            };
            if (type.Name == "<Module>") continue;
            Types.Add(type);
            var self = type.Name;
            void Use(string? member, BuiltTarget target, bool reads = true) =>
                Uses.Add(new(type, member, target.Type, target.Member, reads));
            void UseTypes(string? member, IEnumerable<string> types)
            {
                foreach (var name in types) Use(member, new(name, null));
            }

            UseTypes(null, names.In(definition.BaseType));
            foreach (var contract in definition.GetInterfaceImplementations())
            {
                UseTypes(null, names.In(metadata.GetInterfaceImplementation(contract).Interface));
            }

            foreach (var parameter in definition.GetGenericParameters())
            {
                foreach (var constraint in metadata.GetGenericParameter(parameter).GetConstraints())
                    UseTypes(null, names.In(metadata.GetGenericParameterConstraint(constraint).Type));
            }

            ReadAttributes(metadata, names, definition.GetCustomAttributes(), null, Use);
            foreach (var field in definition.GetFields())
            {
                var row = metadata.GetFieldDefinition(field);
                var name = metadata.GetString(row.Name);
                var found = row.DecodeSignature(names, null);
                type.Members.Add(new(type, name, BuiltKind.Field, Constant(metadata, row), Visible(row.Attributes),
                    false, Marked(metadata, row.GetCustomAttributes()), $"{name} : {found}"));
                UseTypes(name, names.Seen());
                ReadAttributes(metadata, names, row.GetCustomAttributes(), name, Use);
            }

            var accessors = new Dictionary<MethodDefinitionHandle, string>();
            foreach (var property in definition.GetProperties())
            {
                var row = metadata.GetPropertyDefinition(property);
                var parts = row.GetAccessors();
                var name = metadata.GetString(row.Name);
                foreach (var part in new[] { parts.Getter, parts.Setter }.Where(part => !part.IsNil)) accessors[part] = name;
                var first = metadata.GetMethodDefinition(parts.Getter.IsNil ? parts.Setter : parts.Getter);
                var signature = row.DecodeSignature(names, null);
                names.Seen();
                type.Members.Add(
                    new(type, parts.Getter.IsNil ? "set_" + name : "get_" + name, BuiltKind.Property, false, Visible(first.Attributes),
                    Bound(first.Attributes), Marked(metadata, row.GetCustomAttributes()),
                    $"{name}{(signature.ParameterTypes.Length > 0
                        ? $"[{string.Join(", ", signature.ParameterTypes)}]"
                        : "")} : {signature.ReturnType}"));
                ReadAttributes(metadata, names, row.GetCustomAttributes(), name, Use);
            }

            foreach (var method in definition.GetMethods())
            {
                var row = metadata.GetMethodDefinition(method);
                var name = metadata.GetString(row.Name);
                var signature = row.DecodeSignature(names, null);
                var key = $"{name}({string.Join(", ", signature.ParameterTypes)})";
                UseTypes(name, names.Seen());
                if (!accessors.ContainsKey(method))
                {
                    type.Members.Add(new(type, key, BuiltKind.Method, false, Visible(row.Attributes), Bound(row.Attributes),
                        Marked(metadata, row.GetCustomAttributes()), $"{key} : {signature.ReturnType}"));
                }

                ReadAttributes(metadata, names, row.GetCustomAttributes(), name, Use);
                if (row.RelativeVirtualAddress == 0) continue;
                // What the compiler writes for a record is no use of what it prints and compares.
                if (Marked(metadata, row.GetCustomAttributes())
                    && name is "PrintMembers" or "ToString" or "Equals" or "GetHashCode" or "Deconstruct" or ".ctor"
                    && accessors.Count > 0) continue;
                var body = file.GetMethodBody(row.RelativeVirtualAddress);
                if (!body.LocalSignature.IsNil)
                {
                    metadata.GetStandaloneSignature(body.LocalSignature).DecodeLocalSignature(names, null);
                    UseTypes(name, names.Seen());
                }

                foreach (var region in body.ExceptionRegions.Where(region => !region.CatchType.IsNil))
                {
                    UseTypes(name, names.In(region.CatchType));
                }

                ReadInstructions(names, body.GetILReader(), (target, reads) =>
                {
                    // A method that only calls itself is not used.
                    if (target.Type != self || target.Member != key) Use(key, target, reads);
                });
            }
        }
    }

    private static void ReadAttributes(
        MetadataReader metadata,
        SignatureNames names,
        CustomAttributeHandleCollection attributes,
        string? member,
        Action<string?, BuiltTarget, bool> use)
    {
        foreach (var handle in attributes)
        {
            foreach (var target in names.Targets(metadata.GetCustomAttribute(handle).Constructor)) use(member, target, true);
        }
    }

    private static void ReadInstructions(SignatureNames names, BlobReader il, Action<BuiltTarget, bool> use)
    {
        while (il.RemainingBytes > 0)
        {
            int value = il.ReadByte();
            if (value == 0xFE) value = (value << 8) | il.ReadByte();
            var code = OpCodeTable[value];
            switch (code.OperandType)
            {
                case OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineType or OperandType.InlineTok:
                    var reads = code.Value != OpCodes.Stfld.Value && code.Value != OpCodes.Stsfld.Value;
                    foreach (var target in names.Targets(MetadataTokens.EntityHandle(il.ReadInt32()))) use(target, reads);
                    break;
                case OperandType.InlineSwitch:
                    var targets = il.ReadInt32();
                    il.Offset += 4 * targets;
                    break;
                case OperandType.InlineNone:
                    break;
                case OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar:
                    il.Offset++;
                    break;
                case OperandType.InlineVar:
                    il.Offset += 2;
                    break;
                case OperandType.InlineI8 or OperandType.InlineR:
                    il.Offset += 8;
                    break;
                default:
                    il.Offset += 4;
                    break;
            }
        }
    }

    private static bool Visible(FieldAttributes attributes) =>
        (attributes & FieldAttributes.FieldAccessMask) is FieldAttributes.Public or FieldAttributes.Family or FieldAttributes.FamORAssem;

    private static bool Visible(MethodAttributes attributes) =>
        (attributes & MethodAttributes.MemberAccessMask) is MethodAttributes.Public or
            MethodAttributes.Family or MethodAttributes.FamORAssem;

    /// <summary>Whether somebody else's declaration asks for it: an override, or a method of an interface.</summary>
    private static bool Bound(MethodAttributes attributes) => attributes.HasFlag(MethodAttributes.Virtual)
        && (attributes.HasFlag(MethodAttributes.Final) || !attributes.HasFlag(MethodAttributes.NewSlot));

    /// <summary>A decimal's constant is a field with an attribute, and is inlined like the others.</summary>
    private static bool Constant(MetadataReader metadata, FieldDefinition field) =>
        field.Attributes.HasFlag(FieldAttributes.Literal) || Marked(metadata, field.GetCustomAttributes(), "DecimalConstantAttribute");

    private static bool Marked(
        MetadataReader metadata, CustomAttributeHandleCollection attributes, string by = "CompilerGeneratedAttribute") =>
        attributes.Any(handle =>
            metadata.GetCustomAttribute(handle).Constructor is { Kind: HandleKind.MemberReference } constructor
            && metadata.GetMemberReference((MemberReferenceHandle)constructor).Parent is { Kind: HandleKind.TypeReference } parent
            && metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)parent).Name) == by);
}
