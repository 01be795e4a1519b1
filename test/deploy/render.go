// Renders the chart where there is no helm: render <chart> <release> <namespace> <values file>.
// It has the templates' language, sprig, the YAML and the JSON Schema library that Helm 3 is made of, and
// does with them what Helm's pkg/engine and pkg/chartutil do. It has no subcharts, .Files, .Capabilities
// and lookup: a template that uses one of them fails here.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/xeipuuv/gojsonschema"
	"sigs.k8s.io/yaml"
)

type values = map[string]interface{}

func main() {
	if len(os.Args) != 5 {
		fail(errors.New("render <chart> <release> <namespace> <values file>"))
	}
	folder, release, namespace := os.Args[1], os.Args[2], os.Args[3]
	chart := struct{ Name, Version, AppVersion string }{}
	read(filepath.Join(folder, "Chart.yaml"), &chart)
	defaults, given := values{}, values{}
	read(filepath.Join(folder, "values.yaml"), &defaults)
	read(os.Args[4], &given)
	merge(given, defaults)
	check(given, filepath.Join(folder, "values.schema.json"))

	all := template.New("gotpl").Option("missingkey=zero")
	all.Funcs(functions(all))
	files, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	fail(err)
	sort.Strings(files)
	base := path.Join(chart.Name, "templates")
	for _, file := range files {
		text, err := os.ReadFile(file)
		fail(err)
		_, err = all.New(path.Join(base, filepath.Base(file))).Parse(string(text))
		fail(err)
	}
	var output strings.Builder
	for _, file := range files {
		name := path.Join(base, filepath.Base(file))
		if strings.HasPrefix(path.Base(name), "_") {
			continue
		}
		var made strings.Builder
		fail(all.ExecuteTemplate(&made, name, values{
			"Values": given,
			"Chart":  chart,
			"Release": values{
				"Name": release, "Namespace": namespace, "Service": "Helm",
				"IsInstall": true, "IsUpgrade": false, "Revision": 1,
			},
			"Template": values{"Name": name, "BasePath": base},
		}))
		text := strings.ReplaceAll(made.String(), "<no value>", "")
		// Notes are said at the end of an installation, and are no object.
		if strings.TrimSpace(text) != "" && path.Base(name) != "NOTES.txt" {
			fmt.Fprintf(&output, "---\n# Source: %s\n%s\n", name, text)
		}
	}
	fmt.Print(output.String())
}

func functions(all *template.Template) template.FuncMap {
	known := sprig.TxtFuncMap()
	// A chart may not read the environment of who installs it.
	delete(known, "env")
	delete(known, "expandenv")
	known["include"] = func(name string, data interface{}) (string, error) {
		var made strings.Builder
		err := all.ExecuteTemplate(&made, name, data)
		return made.String(), err
	}
	known["required"] = func(sentence string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return value, errors.New(sentence)
		}
		return value, nil
	}
	known["fail"] = func(sentence string) (string, error) { return "", errors.New(sentence) }
	known["toYaml"] = func(value interface{}) string {
		text, err := yaml.Marshal(value)
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(string(text), "\n")
	}
	known["toJson"] = func(value interface{}) string {
		text, err := json.Marshal(value)
		if err != nil {
			return ""
		}
		return string(text)
	}
	return known
}

// What is given comes first; maps are merged, and null takes a default away.
func merge(given, defaults values) {
	for name, value := range defaults {
		mine, is := given[name]
		if !is {
			given[name] = value
		} else if mine == nil {
			delete(given, name)
		} else if inner, both := mine.(values); both {
			if beneath, both := value.(values); both {
				merge(inner, beneath)
			}
		}
	}
}

func check(given values, schema string) {
	text, err := os.ReadFile(schema)
	fail(err)
	plain, err := json.Marshal(given)
	fail(err)
	result, err := gojsonschema.Validate(
		gojsonschema.NewBytesLoader(bytes.TrimSpace(text)), gojsonschema.NewBytesLoader(plain))
	fail(err)
	for _, wrong := range result.Errors() {
		fmt.Fprintf(os.Stderr, "- %s\n", wrong)
	}
	if !result.Valid() {
		os.Exit(1)
	}
}

func read(file string, into interface{}) {
	text, err := os.ReadFile(file)
	fail(err)
	fail(yaml.Unmarshal(text, into))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
